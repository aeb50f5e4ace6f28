import { BrokenPdf } from "./broken-pdf.ts";
import { isRegular, sign } from "./characters.ts";
import { findContradictions } from "./contradictions.ts";
import type { PdfDocument } from "./document.ts";
import { hasRegularStart, type PdfObject } from "./object-syntax.ts";
import { isUnlimitedForm, isUntypedForm } from "./resolve-contradictions.ts";
import { asDict, asName, type Raw } from "./values.ts";

/** The numbers of the objects that need a closer look, found by the names they contain. */
export type ObjectMarks = {
  /** May run something or request it. */
  active: number[];
  /** May determine how page content looks, in ways that programs are known to treat differently. */
  drawing: number[];
  /** May be read differently by programs. */
  contradicting: number[];
  /** May contain a rule about layers or be a stream that belongs to a layer. */
  layers: number[];
  /** Contain a signature. */
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
  ]
    .concat(["RichMediaContent", "RichMediaSettings", "RichMediaExecute", "OnInstantiate"])
    .concat(["Hide", "SetOCGState", "Movie", "Sound", "Rendition", "GoTo3DView", "Thread", "Screen", "3D"])
    .concat(["FFilter", "FDecodeParms", "Ref", "OPI", "Alternates"])
    .concat(["Collection", "AlternatePresentations", "Renditions"]),
);
/** Entries and values of fonts, images, color spaces, functions, graphics states, patterns and appearances. */
const drawingNames = new Set(
  ["BaseFont", "CharProcs", "Image", "Separation", "DeviceN", "ICCBased", "CalRGB", "CalGray", "Indexed"]
    .concat(["DefaultGray", "DefaultRGB", "DefaultCMYK", "FunctionType"])
    .concat(["BM", "TR", "TR2", "SMask", "OP", "op", "Transparency", "PatternType", "AP"]),
);
const signatureName = "ByteRange";
const layerRuleName = "OCMD";
/** The first two letters of every name that is searched for. */
const beginnings = new Uint8Array(65_536);
for (const name of [...activeNames, ...drawingNames, layerRuleName, signatureName]) {
  beginnings[name.charCodeAt(0) * 256 + name.charCodeAt(1)] = 1;
}
const letterF = "F".charCodeAt(0);

/** Limits the work on overlapping objects to this many passes over the file; valid files need little more than 2. */
const maxPasses = 8;
const roomForUnpacked = 256 * 1024 * 1024;

/**
 * Reads every object in use once, without its stream data. Names are compared after decoding, so "/J#61vaScript" is
 * found. Throws BrokenPdf if the table points to anything but the object it names.
 */
export function markObjects(document: PdfDocument): ObjectMarks {
  const marks: ObjectMarks = { active: [], drawing: [], contradicting: [], layers: [], signatures: [] };
  let isNumberedAgain = false;
  let work = document.bytes.length * maxPasses + roomForUnpacked;
  for (const [number, entry] of document.xref.entries) {
    if (entry.kind === "free") continue;
    const object = document.object(number);
    if (!object) continue;
    const { value, data } = object;
    work -= value.end - value.start + (data ? data.end - data.start : 0);
    if (work < 0) throw new BrokenPdf("objects overlap each other");
    markNames(value, number, data !== undefined, marks);
    if (mayContradict(document, object)) marks.contradicting.push(number);
    isNumberedAgain ||= object.generation !== 0 || (entry.kind === "at" && entry.generation !== 0);
  }
  // Any reference may be to an object with a changed generation.
  if (isNumberedAgain) marks.contradicting = [...document.xref.entries.keys()];
  return marks;
}

function mayContradict(document: PdfDocument, { value, data }: PdfObject): boolean {
  const { repeatsKey, hasGeneration } = findContradictions(value);
  if (repeatsKey || hasGeneration) return true;
  const dict = data && asDict(value);
  if (!dict) return false;
  if (isUnlimitedForm(document, dict) || isUntypedForm(document, dict)) return true;
  return !hasRegularStart(document.bytes, value, data.start);
}

function markNames({ bytes, start, end }: Raw, number: number, isStream: boolean, marks: ObjectMarks): void {
  let active = isString(bytes, start);
  let drawing = false;
  let layerRule = false;
  let signature = false;
  for (let at = nextSlash(bytes, start - 1, end); at >= 0; at = nextSlash(bytes, at, end)) {
    const first = bytes[at + 1] ?? 0;
    const second = bytes[at + 2] ?? 0;
    // A stream with /F keeps its data in another file.
    if (isStream && first === letterF && !isRegular(second)) active = true;
    if (beginnings[first * 256 + second] !== 1 && first !== sign.hash && second !== sign.hash) continue;
    let nameEnd = at + 1;
    while (nameEnd < end && isRegular(bytes[nameEnd])) nameEnd++;
    const name = asName({ bytes, start: at, end: nameEnd }) ?? "";
    active ||= activeNames.has(name) || (isStream && name === "F");
    drawing ||= drawingNames.has(name);
    layerRule ||= name === layerRuleName || (isStream && name === "OC");
    signature ||= name === signatureName;
  }
  if (active) marks.active.push(number);
  if (drawing) marks.drawing.push(number);
  if (layerRule) marks.layers.push(number);
  if (signature) marks.signatures.push(number);
}

function nextSlash(bytes: Buffer, at: number, end: number): number {
  let position = at + 1;
  while (position < end && bytes[position] !== sign.slash) position++;
  return position < end ? position : -1;
}

/** A string object may be the address of a link that refers to it. */
const isString = (bytes: Buffer, at: number): boolean =>
  bytes[at] === sign.openString || (bytes[at] === sign.less && bytes[at + 1] !== sign.less);
