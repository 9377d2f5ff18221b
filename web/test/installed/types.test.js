// Tests the types of the package in new projects, with each way in which TypeScript finds types.

import { join } from "node:path";
import { test } from "node:test";
import { modules, projectWithPackage, run } from "./tools.js";

const USES = `import { Message, normalize } from "mailutf";
import { simpleParser, type ParsedMail } from "mailutf/mailparser";
import { MailWorker } from "mailutf/worker";
export const subject: string | null = new Message("").subject;
export const blob = new Blob([normalize("").output, new Message("").normalized(), new Message("").data]);
export const parsed: Promise<ParsedMail> = simpleParser("");
export const worker: Promise<Blob> = new MailWorker().normalize(new Uint8Array()).then(({ output }) => new Blob([output]));
`;
const WITH_WASM = 'import wasm from "mailutf/mailutf.wasm";\nimport { init } from "mailutf";\nexport const ready: Promise<void> = init(wasm);\n';

test("TypeScript finds the types, and they fit a Blob", (t) => {
  const folder = projectWithPackage(t, {
    "package.json": '{ "private": true }', "uses.ts": USES, "uses.mts": USES, "uses.cts": USES, "wasm.mts": WITH_WASM,
  });
  const common = ["--strict", "--noEmit", "--skipDefaultLibCheck", "--target", "es2022", "--lib", "es2022,dom,dom.asynciterable"];
  const check = (version, module, resolution, ...files) => {
    try {
      run(folder, process.execPath, join(modules, version, "bin/tsc"), ...common, "--module", module, "--moduleResolution", resolution, ...files);
    } catch ({ stdout }) {
      throw new Error(`${version}, ${resolution}: ${stdout}`);
    }
  };
  // TypeScript 7 no longer has the module resolution node10, so TypeScript 5 checks node10.
  check("typescript-5", "commonjs", "node10", "uses.ts");
  check("typescript", "node16", "node16", "uses.mts", "uses.cts", "wasm.mts");
  check("typescript", "esnext", "bundler", "uses.ts", "wasm.mts");
});
