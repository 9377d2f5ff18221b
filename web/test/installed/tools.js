// Loads the tools that the tests need (`web/check` installs these tools), and installs the package as a user
// does.

import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, symlinkSync, mkdirSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const web = fileURLToPath(new URL("../../", import.meta.url));
const tools = join(web, "../target/web/tools/");
export const modules = join(tools, "node_modules");

/** Loads one of the tools that `web/check` installed, like `require`. */
export const tool = createRequire(join(tools, "package.json"));

const readme = readFileSync(join(web, "README.md"), "utf8");

/** The examples in README.md: the ten lines, the lines about fields without their message, and those about images in HTML. */
export const [tenLines, fieldLines, imageLines] = readme.split("```js\n").slice(1).map((block) => block.split("```")[0]);

const printedBy = (example) => [...example.matchAll(/console\.log\(.*; \/\/ (.*)$/gm)].map(([, said]) => said);

/** The output of each example, as the comments at the ends of its lines say. */
export const [printed, printedFields, printedImages] = [tenLines, fieldLines, imageLines].map(printedBy);

/** Returns the blocks of code in README.md that come after the line that starts with the name of a bundler. */
export function recipe(name) {
  const [, after] = readme.split(`\n**${name}**`);
  return [...after.matchAll(/```\w+\n([^]*?)```/g)].map(([, code]) => code);
}

/** Makes a new project in which the package is installed as npm packs it. The project is removed
 * when the test ends. */
export function projectWithPackage(test, files) {
  const folder = mkdtempSync(join(tmpdir(), "mailutf-"));
  test.after(() => rmSync(folder, { recursive: true }));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(folder, name, ".."), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  const [{ filename }] = JSON.parse(run(folder, "npm", "pack", "--json", "--silent", web));
  run(folder, "npm", "install", "--offline", "--silent", "--no-audit", "--no-fund", `./${filename}`);
  return folder;
}

/** Links a tool into a project, so that the project can use the tool without installing it. */
export const link = (folder, name) => symlinkSync(join(modules, name), join(folder, "node_modules", name));

export function run(folder, program, ...given) {
  return execFileSync(program, given, { cwd: folder, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
}
