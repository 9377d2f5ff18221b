// `tsc --strict` compiles this file, but nothing runs it. It tests that the types accept the correct uses of the
// package, and reject mistakes.

import { Mailbox, MailError, Message, Policy, addresses, decode, decodeBody, decodeHeader, decodeParameter, detect, encode, encodeAddresses, encodeHeader, encodeParameter, escapePattern, init, labels, meanings, normalize, normalizeMailbox, version } from "mailutf";
import type { Address, EncodeOptions, Finding, Parameters, Part, Reading, Readings, Rewritten, Totals } from "mailutf";
import { simpleParser, type ParsedMail } from "mailutf/mailparser";
import { MailWorker } from "mailutf/worker";

export async function uses(file: File, response: Response): Promise<void> {
  await init();
  await init(new URL("https://example.net/mail.wasm"));
  await init(fetch("mailutf.wasm"));
  await init(new Uint8Array());
  const policy = new Policy({ headers: "encoded", charsets: { "iso-8859-1": "windows-1251" }, limitMessage: 7 });
  const message = new Message(await file.arrayBuffer(), policy);
  const subject: string | null = message.subject;
  const from: readonly Address[] = message.from;
  const part: Part | undefined = message.attachments[0];
  const reading: Reading | undefined = part?.reading();
  const enclosed: Message | null | undefined = part?.message();
  const readings: readonly Readings[] = message.readings();
  const finding: Finding | undefined = message.findings[0];
  const rewritten: Rewritten = normalize(message.data, { lossy: true });
  const blob = new Blob([part?.data ?? "", rewritten.output, message.normalized()]);
  for await (const one of new Mailbox(response)) if (one.date) one.date.getTime();
  for await (const one of new Mailbox(file.stream(), policy)) one.headers.map(([name, value]) => name + value);
  let totals: Totals | undefined;
  for await (const piece of normalizeMailbox(blob, null, (done) => { totals = done; })) piece.length;
  const worker = new MailWorker();
  for await (const { ordinal, reason } of worker.list(file, {}, { progress: (octets) => octets, signal: AbortSignal.timeout(1) })) [ordinal, reason];
  const mail: ParsedMail = await simpleParser(Buffer_from("x"));
  const partId: string | null | undefined = mail.attachments[0]?.partId;
  simpleParser("x", (error, parsed) => [error, parsed.from?.value[0]?.address]);
  const text: string = decodeHeader("x") + decodeBody("x", null, "base64") + decode(encode("x", "utf-7"), "utf-7", { replace: true });
  const all: unknown[] = [subject, from, reading, enclosed, readings, finding?.meaning, rewritten, totals, mail.subject, partId, text,
    addresses("x"), detect("x")?.charset, labels().get("x")?.[0], meanings()["x"], version()];
  const options: EncodeOptions = { form: "utf8", fold: true };
  const parameters: Parameters = [["filename", "x"]];
  const name: string | null = decodeParameter(parameters, "filename", policy) ?? decodeParameter({ name: "x" }, "name") ?? decodeParameter(new Map([["a", "b"]]), "a");
  all.push(name, encodeHeader("x"), encodeAddresses(from, options), encodeAddresses([{ address: "a@b" }]), encodeParameter("name", "x", options), escapePattern("x"));
  try {
    all.length = 0;
  } catch (error) {
    if (error instanceof MailError && error.kind === "malformed") all.push(error.offset);
  }

  // @ts-expect-error: there is no such choice.
  new Policy({ header: "utf8" });
  // @ts-expect-error: there is no such value.
  normalize("", { bodies: "utf8" });
  // @ts-expect-error: there is no such form.
  encodeHeader("x", { form: "utf-8" });
  // @ts-expect-error: a name alone is no address.
  encodeAddresses([{ name: "x" }]);
  // @ts-expect-error: messages do not change.
  message.subject = "x";
  // @ts-expect-error: a number is no octets.
  new Message(7);
  // @ts-expect-error: the text may be missing.
  message.text.length;
}

declare function Buffer_from(text: string): Uint8Array;
