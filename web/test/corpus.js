// Provides the mail in `corpus/`, and runs the program `mailutf`. The tests compare the output of the
// program with the output of the package.

import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";

export const project = new URL("../../", import.meta.url);

const folder = fileURLToPath(new URL("corpus/", project));
const names = readdirSync(folder, { recursive: true }).map(String).sort();

/** The files of the corpus, each with its path and its octets. */
export const files = names.filter((name) => /\.(eml|mbox)$/.test(name)).map((name) => {
  const path = folder + name;
  return { path, name, isMbox: name.endsWith(".mbox"), octets: new Uint8Array(readFileSync(path)) };
});

const program = process.env.MAILUTF_PROGRAM ?? fileURLToPath(new URL("target/debug/mailutf", project));

/** The reason why tests that run the program `mailutf` are skipped; false if the program exists. */
export const noProgram = existsSync(program) ? false : `there is no program at ${program}: MAILUTF_PROGRAM names another`;

/** Runs the program and returns its output. */
export function mailutf(...given) {
  const { stdout, stderr, status } = spawnSync(program, given, { maxBuffer: 1 << 30 });
  if (status > 1 || status === null) throw new Error(`mailutf ${given.join(" ")}: ${stderr}`);
  return new Uint8Array(stdout);
}
