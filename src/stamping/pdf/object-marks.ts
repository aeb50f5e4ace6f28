import { BrokenPdf } from "./broken-pdf.ts";
import { isRegular, sign } from "./characters.ts";
import type { PdfDocument } from "./document.ts";
import { asName, type Raw } from "./values.ts";

/** Numbers of the objects that have to be looked at more closely, found by the names they contain. */
export type ObjectMarks = {
  /** May run something or ask for it. */
  active: number[];
  /** Hold a signature. */
  signatures: number[];
};

const activeNames = new Set(
  [
    "JS",
    "AA",
    "XFA",
    "URI",
    "Base",
    "GoToR",
    "GoToE",
    "Launch",
    "JavaScript",
    "SubmitForm",
    "ImportData",
    "OpenAction",
    "RichMedia",
  ].concat(["RichMediaContent", "RichMediaSettings", "RichMediaExecute", "OnInstantiate"]),
);
const signatureName = "ByteRange";
const firstLetters = new Uint8Array(256);
for (const name of [...activeNames, signatureName]) firstLetters[name.charCodeAt(0)] = 1;

/** Objects that overlap each other must not make one pass over the file many; sound files need 2 and little more. */
const mostPasses = 8;
const roomForUnpacked = 256 * 1024 * 1024;

/**
 * Reads every object that counts, once, without its stream data. Names are compared as readers decode them, so
 * "/J#61vaScript" is found. Throws BrokenPdf when the table points to anything but the object it names.
 */
export function markObjects(document: PdfDocument): ObjectMarks {
  const marks: ObjectMarks = { active: [], signatures: [] };
  let work = document.bytes.length * mostPasses + roomForUnpacked;
  for (const [number, entry] of document.xref.entries) {
    if (entry.kind === "free") continue;
    const object = document.object(number);
    if (!object) continue;
    const { value, data } = object;
    work -= value.end - value.start + (data ? data.end - data.start : 0);
    if (work < 0) throw new BrokenPdf("objects overlap each other");
    markNames(value, number, marks);
  }
  return marks;
}

function markNames({ bytes, start, end }: Raw, number: number, marks: ObjectMarks): void {
  let active = isString(bytes, start);
  let signature = false;
  for (let at = nextSlash(bytes, start - 1, end); at >= 0; at = nextSlash(bytes, at, end)) {
    const letter = bytes[at + 1] ?? 0;
    if (firstLetters[letter] !== 1 && !escaped(bytes, at + 1)) continue;
    let nameEnd = at + 1;
    while (nameEnd < end && isRegular(bytes[nameEnd])) nameEnd++;
    const name = asName({ bytes, start: at, end: nameEnd }) ?? "";
    active ||= activeNames.has(name);
    signature ||= name === signatureName;
  }
  if (active) marks.active.push(number);
  if (signature) marks.signatures.push(number);
}

function nextSlash(bytes: Buffer, at: number, end: number): number {
  let position = at + 1;
  while (position < end && bytes[position] !== sign.slash) position++;
  return position < end ? position : -1;
}

/** A string on its own may be the address of a link that says no more than where it is kept. */
const isString = (bytes: Buffer, at: number): boolean =>
  bytes[at] === sign.openString || (bytes[at] === sign.less && bytes[at + 1] !== sign.less);

const escaped = (bytes: Buffer, at: number): boolean => bytes[at] === sign.hash;
