// Makes questions for compare.py from the tests of jsmime, which reads headers in Thunderbird.
//
//     node jsmime.js test_header.js >FOLDER/expected.tsv
//
// The tests are in test/test_header.js of the repository of jsmime. The questions are about file names, names in
// addresses, and texts in encoded words. No package that compare.py compares was made with these tests.
"use strict";
const { readFileSync } = require("fs");

const asked = [];
// Stands for the parser of jsmime. Each function returns its own name and its arguments instead of a result. So
// the assertion in the test receives the question together with the expected answer.
const parser = new Proxy({}, { get: (_, name) => (...given) => ({ name, given }) });
const assert = { deepEqual: (call, answer) => asked.push({ ...call, answer }), equal: (call, answer) => asked.push({ ...call, answer }) };
const run = (_, body) => body();
// A TypeError is ignored, because only the tests of dates cause it: they compute with the results of the parser.
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
  // Leaves out tests whose argument is not a string but raw octets, because a message cannot declare the charset
  // of raw octets in a header.
  decodeRFC2047Words: ([given], answer) => (typeof given === "string" ? [["subject", `Subject: ${given}`, answer]] : []),
  // `decodes` says whether the parser decodes encoded words. Tests in which encoded words stay encoded are left
  // out.
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
