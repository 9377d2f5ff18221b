// Makes questions for compare.py from the tests of jsmime, which reads headers in Thunderbird.
//
//     node jsmime.js test_header.js >FOLDER/expected.tsv
//
// The tests are in test/test_header.js of the repository of jsmime. The questions are about file names, names in
// addresses, and texts in encoded words. No package that compare.py compares was made with these tests.
"use strict";
const { readFileSync } = require("fs");

const asked = [];
// A parser that stands for the tested one, and returns the arguments of each call. The assertion about the result
// contains the answer.
const parser = new Proxy({}, { get: (_, name) => (...given) => ({ name, given }) });
const assert = { deepEqual: (call, answer) => asked.push({ ...call, answer }), equal: (call, answer) => asked.push({ ...call, answer }) };
const run = (_, body) => body();
// Tests of dates are skipped, because they compare the results of the parser with each other.
const test = (_, body) => {
  try {
    body();
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
  }
};
const modules = { assert, jsmime: { headerparser: parser } };
new Function("define", "suite", "test", "setup", "teardown", readFileSync(process.argv[2], "utf8"))((body) => body((name) => modules[name] ?? parser), run, test, run, run);

const fields = {
  parseParameterHeader: ([given], answer) =>
    given.startsWith("attachment") && answer.has("filename") ? [["filename", `Content-Disposition: ${given}`, answer.get("filename")]] : [],
  // If the argument is not a string, it consists of raw octets in a charset that a message cannot name.
  decodeRFC2047Words: ([given], answer) => (typeof given === "string" ? [["subject", `Subject: ${given}`, answer]] : []),
  // If the second argument is not true, encoded words stay encoded.
  parseAddressingHeader: ([given, decodes], answer) =>
    (given.includes("=?") && !decodes ? [] : answer).flatMap((one) => one.group ?? [one]).map(({ name }) => ["to-name", `To: ${given}`, name]),
};
const escaped = (text) => text.replace(/[\\\t\n\r]/g, (one) => ({ "\t": "\\t", "\n": "\\n", "\r": "\\r" })[one] ?? "\\\\");
const rows = asked.flatMap(({ name, given, answer }) => (fields[name] ? fields[name](given, answer) : []));
const questions = rows
  .filter(([, header, answer]) => answer.trim() && !answer.includes("\0") && /^[\0-\xff]*$/.test(header))
  .map(([field, header, answer]) => `hex:${Buffer.from(header, "latin1").toString("hex")}\t${field}\t${escaped(answer)}`);
console.log("case\tinput\tfield\texpected\torigin\tcheck\tnote");
[...new Set(questions)].forEach((question, number) => console.log(`j${number}\t${question}\tjsmime\t\t`));
