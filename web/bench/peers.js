// Compares this package with other packages of npm: right answers, speed, size.
//
//     web/build && node web/bench/peers.js CORPUS [--wrong]
//
// CORPUS is a folder with mail, and with a table `expected.tsv` of what the mail contains. The table has the columns
// case, input (`file:PATH` or `hex:OCTETS`), field, and expected text. Rows whose note starts with `POLICY:` are left
// out, because mail programs disagree about the right answer. None of the mail comes from this package or from a
// package that is compared. The packages are installed below target/web. `--wrong` also lists the questions that this
// package answers wrong.

import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { copyFileSync, mkdirSync, readFileSync, readdirSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { Message, decode, decodeHeader } from "mailutf";
import { simpleParser } from "mailutf/mailparser";

const [corpus, ...options] = process.argv.slice(2);
if (!corpus) throw new Error("usage: peers.js CORPUS [--wrong]");

const here = fileURLToPath(new URL(".", import.meta.url));
const installed = join(here, "../../target/web/peers");
mkdirSync(installed, { recursive: true });
copyFileSync(join(here, "peers.json"), join(installed, "package.json"));
execFileSync("npm", ["install", "--silent", "--no-audit", "--no-fund"], { cwd: installed });
const load = createRequire(join(installed, "package.json"));
const mailparser = load("mailparser");
const postal = load("postal-mime");
const emailjs = load("emailjs-mime-parser");
const libmime = load("libmime");
const iconv = load("iconv-lite");

const latin1 = (octets) => Buffer.from(octets).toString("latin1");

// For each package, a function that reads the content of a message: the subject, the names in each address field,
// file names, and texts.
const readers = {
  mailutf: (octets) => {
    const message = new Message(octets);
    return {
      subject: message.subject,
      names: (field) => message.addresses(field).map(({ name }) => name),
      files: message.parts.map(({ name }) => name),
      texts: message.parts.map(({ text }) => text),
    };
  },
  "mailutf/mailparser": (octets) => simpleParser(octets).then(ofMailparser),
  mailparser: (octets) => mailparser.simpleParser(Buffer.from(octets), { skipHtmlToText: true, skipTextToHtml: true }).then(ofMailparser),
  "postal-mime": async (octets) => {
    const mail = await (postal.default ?? postal).parse(octets);
    const listed = (value) => [].concat(value ?? []).flatMap((one) => one.group ?? one);
    const field = { from: "from", to: "to", cc: "cc", bcc: "bcc", "reply-to": "replyTo", sender: "sender" };
    return {
      subject: mail.subject,
      names: (name) => listed(mail[field[name]]).map(({ name }) => name),
      files: mail.attachments.map(({ filename }) => filename),
      texts: [mail.text, mail.html, ...mail.attachments.map(textOf)],
    };
  },
  "emailjs-mime-parser": (octets) => {
    const nodes = [];
    const walk = (node) => {
      nodes.push(node);
      node.childNodes.forEach(walk);
    };
    const root = emailjs.default(latin1(octets));
    walk(root);
    const listed = (value) => [].concat(value ?? []).flatMap((one) => one.group ?? one);
    return {
      subject: root.headers.subject?.[0]?.value,
      names: (name) => (root.headers[name] ?? []).flatMap(({ value }) => listed(value).map(({ name }) => name)),
      files: nodes.flatMap(({ headers }) => [headers["content-disposition"]?.[0]?.params?.filename, headers["content-type"]?.[0]?.params?.name]),
      texts: nodes.filter(({ content }) => content).map(({ content }) => Buffer.from(content).toString()),
    };
  },
};

function ofMailparser(mail) {
  const listed = (object) => [].concat(object ?? []).flatMap(({ value }) => value).flatMap((one) => one.group ?? one);
  return {
    subject: mail.subject,
    names: (field) => listed(mail.headers.get(field)).map(({ name }) => name),
    files: mail.attachments.map(({ filename }) => filename),
    texts: [mail.text, mail.html || "", ...mail.attachments.map(textOf)],
  };
}

const textOf = ({ content }) => (content ? Buffer.from(content).toString() : "");

// For each package, a function that decodes the value of a single header field, such as Subject.
const values = {
  mailutf: (octets) => decodeHeader(octets),
  libmime: (octets) => libmime.decodeWords(latin1(octets).replace(/\r?\n(?=[ \t])/g, "")),
};

// For each package, a function that decodes octets in a charset.
const decoders = {
  mailutf: (octets, label) => decode(octets, label, { replace: true }),
  "iconv-lite": (octets, label) => iconv.decode(Buffer.from(octets), label),
  TextDecoder: (octets, label) => new TextDecoder(label).decode(octets),
};

const blank = (text) => String(text ?? "").replace(/\s+/g, " ").trim();
const unescaped = (text) => text.replace(/\\([tnr\\])/g, (_, letter) => ({ t: "\t", n: "\n", r: "\r", "\\": "\\" })[letter]);
const rows = readFileSync(join(corpus, "expected.tsv"), "utf8").split("\n").slice(1).filter(Boolean).map((line) => line.split("\t"))
  .filter(([, , , , , , note]) => !note?.startsWith("POLICY:"));

const scores = new Map();
const wrong = [];
async function ask(kind, name, [id, , , expected], answer) {
  const key = `${kind}\t${name}`;
  const score = scores.get(key) ?? { right: 0, all: 0 };
  scores.set(key, score);
  score.all += 1;
  let isRight = false;
  try {
    isRight = await answer(blank(unescaped(expected)));
  } catch {
    // An exception counts as a wrong answer.
  }
  if (isRight) score.right += 1;
  else if (name === "mailutf") wrong.push(`${id} ${kind}`);
}

const contains = (list, wanted) => list.some((one) => blank(one) === wanted);
for (const row of rows) {
  const [, input, field] = row;
  const isFile = input.startsWith("file:");
  const octets = isFile ? new Uint8Array(readFileSync(join(corpus, input.slice(5)))) : Uint8Array.from(Buffer.from(input.slice(4), "hex"));
  const [what, more] = field.split(/:(.*)/s);
  if (what === "bytes" || what === "utf8-sha256") {
    for (const [name, read] of Object.entries(decoders)) {
      await ask("charset", name, row, (wanted) => {
        const text = read(octets, more).replace(/^\ufeff/, "");
        return what === "bytes" ? blank(text) === wanted : createHash("sha256").update(text).digest("hex") === wanted;
      });
    }
    continue;
  }
  if (what === "unstructured") {
    for (const [name, read] of Object.entries(values)) await ask("value", name, row, (wanted) => blank(read(octets)) === wanted);
  }
  const subject = () => Buffer.concat([Buffer.from("Subject: "), octets, Buffer.from("\r\n\r\n")]);
  const mail = isFile ? octets : what === "unstructured" ? subject() : Buffer.concat([octets, Buffer.from("\r\n\r\nx\r\n")]);
  for (const [name, read] of Object.entries(readers)) {
    await ask("message", name, row, async (wanted) => {
      const found = await read(mail);
      if (what === "subject" || what === "unstructured") return blank(found.subject) === wanted;
      if (what === "filename" || what === "param") return contains(found.files, wanted);
      if (what === "body") return found.texts.some((text) => blank(text).includes(wanted));
      return contains(found.names(what.replace(/-name$/, "")), wanted);
    });
  }
}

// Measures the speed: each package reads all mail of the corpus three times, by its function in `readers`.
const mail = readdirSync(corpus, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  .map((entry) => join(entry.parentPath ?? entry.path, entry.name)).filter((path) => !/expected\.tsv|\.bin$|charset-texts|README/.test(path))
  .map((path) => new Uint8Array(readFileSync(path)));
const size = mail.reduce((sum, { length }) => sum + length, 0);
const speeds = {};
for (const [name, read] of Object.entries(readers)) {
  const start = process.cpuUsage();
  let done = 0;
  while (done < 3) {
    for (const octets of mail) {
      try {
        await read(octets);
      } catch {
        // The time of a message that the package cannot read is counted, too.
      }
    }
    done += 1;
  }
  const { user, system } = process.cpuUsage(start);
  speeds[name] = (done * size) / (user + system);
}

const filesOf = (folder) => readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  .map((entry) => join(entry.parentPath ?? entry.path, entry.name));
const installedSize = (name, seen = new Set()) => {
  if (seen.has(name)) return 0;
  seen.add(name);
  const folder = join(installed, "node_modules", name);
  const { dependencies = {} } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const own = filesOf(folder).filter((path) => !path.includes("/node_modules/", folder.length)).reduce((sum, path) => sum + statSync(path).size, 0);
  return own + Object.keys(dependencies).reduce((sum, one) => sum + installedSize(one, seen), 0);
};
const wasm = readFileSync(new URL("../mailutf.wasm", import.meta.url));
const sources = readdirSync(new URL("../src/", import.meta.url)).map((name) => readFileSync(new URL(`../src/${name}`, import.meta.url)));
const megabytes = (octets) => (octets / 1e6).toFixed(1);

console.log(`${rows.length} questions, ${mail.length} messages, ${megabytes(size)} MB\n`);
console.log("| | questions | right | MB/s of CPU | installed, MB |\n|---|---|---|---|---|");
for (const [key, { right, all }] of scores) {
  const [kind, name] = key.split("\t");
  const isOurs = name.startsWith("mailutf");
  const taken = isOurs ? sources.concat(wasm).reduce((sum, { length }) => sum + length, 0) : name === "TextDecoder" ? 0 : installedSize(name);
  console.log(`| ${name} | ${kind} | ${right} of ${all} | ${kind === "message" ? speeds[name].toFixed(1) : ""} | ${megabytes(taken)} |`);
}
console.log(`\nmailutf.wasm: ${megabytes(wasm.length)} MB, by gzip ${megabytes(gzipSync(wasm, { level: 9 }).length)} MB`);
if (options.includes("--wrong")) console.log(wrong.join("\n"));
