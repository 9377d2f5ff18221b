// Lists the charsets from which a person can choose: the charsets that fit a message, the charsets that are
// frequent in mail, and all other charsets.

import { labels } from "./mailutf/src/index.js";

// Charsets that are frequent in mail, roughly in the order of their frequency.
const OFTEN = ["UTF-8", "windows-1252", "ISO-8859-1", "windows-1251", "gb18030", "ISO-2022-JP", "Shift_JIS", "EUC-KR", "Big5", "KOI8-R",
  "windows-1250", "ISO-8859-2", "ISO-8859-15", "windows-1254", "ISO-8859-9", "windows-1256", "windows-1253", "ISO-8859-7", "windows-1255",
  "ISO-8859-8-I", "windows-874", "EUC-JP", "KOI8-U", "windows-1257", "windows-1258", "ISO-8859-5", "macintosh", "IBM866", "UTF-7"];

/** Returns groups of charsets. Each group is a pair of a key of `texts` and a list of names. `reading` is the
 * text whose charset is chosen; `all` are the readings of the whole message. */
export function charsetList(reading, all) {
  const known = new Set(labels().keys());
  const mayBe = ({ used, alternatives }) => [used, ...alternatives.map(({ read }) => read)];
  const likely = new Set([reading, ...all].flatMap(mayBe).filter((name) => known.has(name)));
  const often = OFTEN.filter((name) => !likely.has(name));
  const others = [...known].filter((name) => !likely.has(name) && !OFTEN.includes(name)).sort();
  return [["charsetsLikely", [...likely]], ["charsetsOften", often], ["charsetsOther", others]].filter(([, names]) => names.length);
}
