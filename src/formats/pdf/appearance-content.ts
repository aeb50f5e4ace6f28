import { BrokenPdf } from "./broken-pdf.ts";
import { isRegular } from "./characters.ts";
import type { PdfDocument } from "./document.ts";
import { regularEnd, skipWhite } from "./lexer.ts";
import type { Bounds } from "./matrix.ts";
import type { PdfObject } from "./object-syntax.ts";
import {
  asArray,
  asDict,
  asName,
  asNumber,
  asReference,
  asString,
  type PdfDict,
  type Raw,
  rawAt,
} from "./values.ts";

/** One content operator with its operands. */
type Operation = { operator: string; operands: Raw[] };

/** Appearances of form fields are small; a longer one counts as unreadable. */
const maxLength = 256 * 1024;

/** The operators of a small content stream, or undefined if it contains more than text and lines. */
function readOperations(document: PdfDocument, stream: PdfObject): Operation[] | undefined {
  const content = document.unpacked(stream, maxLength);
  if (typeof content === "string" || content.length > maxLength) return undefined;
  try {
    return parseOperations(content);
  } catch (error) {
    if (error instanceof BrokenPdf) return undefined;
    throw error;
  }
}

function parseOperations(content: Buffer): Operation[] | undefined {
  const operations: Operation[] = [];
  let operands: Raw[] = [];
  for (let at = skipWhite(content, 0); at < content.length; ) {
    const end = isRegular(content[at]) ? regularEnd(content, at) : undefined;
    const word = end === undefined ? "" : content.toString("latin1", at, end);
    if (end === undefined || /^[-+.\d]/.test(word) || ["true", "false", "null"].includes(word)) {
      const value = end === undefined ? rawAt(content, at) : { bytes: content, start: at, end };
      operands.push(value);
      at = skipWhite(content, value.end);
      continue;
    }
    if (word === "BI") return undefined;
    operations.push({ operator: word, operands });
    operands = [];
    at = skipWhite(content, end);
  }
  return operations;
}

const textOperators = new Set(["Tj", "TJ", "'", '"']);

/**
 * The text that an appearance shows, without white space; undefined if it is unknown, because other objects draw it or
 * the fonts do not map codes to text.
 */
export function findShownText(document: PdfDocument, stream: PdfObject): string | undefined {
  const operations = readOperations(document, stream);
  const fonts = document.dict(document.dict(asDict(stream.value)?.get("Resources"))?.get("Font"));
  if (!operations || operations.some(({ operator }) => operator === "Do")) return undefined;
  let decode: Decoder = decodeLatin;
  let text = "";
  for (const { operator, operands } of operations) {
    if (operator === "Tf") {
      const font = document.dict(fonts?.get(asName(operands[0]) ?? ""));
      const decoder = font ? findDecoder(document, font) : decodeLatin;
      if (!decoder) return undefined;
      decode = decoder;
    }
    if (!textOperators.has(operator)) continue;
    const parts = operands.flatMap((operand) => asArray(operand) ?? [operand]);
    for (const part of parts) text += decode(asString(part) ?? Buffer.alloc(0));
  }
  return text.replace(/\s+/g, "");
}

type Decoder = (codes: Buffer) => string;

const decodeLatin: Decoder = (codes) => codes.toString("latin1");

/** Composite fonts have two-byte codes that /ToUnicode maps to text (ISO 32000-2, 9.10.3). */
function findDecoder(document: PdfDocument, font: PdfDict): Decoder | undefined {
  if (asName(document.resolve(font.get("Subtype"))) !== "Type0") return decodeLatin;
  const map = document.object(asReference(font.get("ToUnicode"))?.number ?? 0);
  const meanings = map && findMeanings(document, map);
  if (!meanings) return undefined;
  return (codes) => {
    let text = "";
    for (let at = 0; at + 1 < codes.length; at += 2) text += meanings.get(codes.readUInt16BE(at)) ?? "\ufffd";
    return text;
  };
}

const knownMeanings = new WeakMap<PdfObject, Map<number, string>>();

function findMeanings(document: PdfDocument, map: PdfObject): Map<number, string> | undefined {
  const known = knownMeanings.get(map);
  if (known) return known;
  const content = document.unpacked(map, maxLength);
  if (typeof content === "string") return undefined;
  const meanings = parseToUnicode(content.toString("latin1"));
  knownMeanings.set(map, meanings);
  return meanings;
}

const maxRange = 65_536;

function parseToUnicode(map: string): Map<number, string> {
  const meanings = new Map<number, string>();
  const unicode = (hex: string) => Buffer.from(hex.replace(/\s/g, ""), "hex");
  const text = (bytes: Buffer) =>
    Buffer.from(bytes.subarray(0, bytes.length & ~1))
      .swap16()
      .toString("utf16le");
  for (const [, block = ""] of map.matchAll(/beginbfchar([\s\S]*?)endbfchar/g)) {
    for (const [, code = "", meaning = ""] of block.matchAll(/<([\da-fA-F\s]+)>\s*<([\da-fA-F\s]+)>/g)) {
      meanings.set(Number.parseInt(code, 16), text(unicode(meaning)));
    }
  }
  for (const [, block = ""] of map.matchAll(/beginbfrange([\s\S]*?)endbfrange/g)) {
    const rows = block.matchAll(/<([\da-fA-F]+)>\s*<([\da-fA-F]+)>\s*(?:<([\da-fA-F]+)>|\[([^\]]*)\])/g);
    for (const [, from = "", to = "", meaning, list] of rows) {
      const first = Number.parseInt(from, 16);
      const count = Math.min(Number.parseInt(to, 16) - first + 1, maxRange - meanings.size);
      const listed = list?.match(/[\da-fA-F]+/g) ?? [];
      for (let index = 0; index < count; index++) {
        if (meaning === undefined) meanings.set(first + index, text(unicode(listed[index] ?? "")));
        else meanings.set(first + index, text(following(unicode(meaning), index)));
      }
    }
  }
  return meanings;
}

/** The UTF-16 text with its last unit increased by `index`. */
function following(bytes: Buffer, index: number): Buffer {
  if (bytes.length < 2) return bytes;
  const last = bytes.length - 2;
  bytes.writeUInt16BE((bytes.readUInt16BE(last) + index) & 0xffff, last);
  return bytes;
}

/** Operators allowed in an appearance that only draws a background and a border. */
const stateOperators = new Set(
  "q Q BT ET BMC BDC EMC MP DP w J j M d i ri W W* n Tf Td Tm TL Tc Tw Tz".split(" "),
);
const strokeColors = new Set(["G", "RG", "K", "CS", "SC"]);
const pathOperators = new Set(["m", "l", "c", "v", "y", "h", "re"]);
const paintOperators = new Set(["S", "s", "f", "F", "f*", "B", "B*", "b", "b*"]);
/** Maximum width of a border at each edge, relative to the shorter side. */
const borderPart = 0.3;

/**
 * True if an appearance shows only a background and a border: no text, picture or shading, and no edge in its middle,
 * except vertical lines across it if `comb` says that cells are drawn. Unknown content counts as content.
 */
export function isBlankAppearance(
  document: PdfDocument,
  stream: PdfObject,
  box: Bounds,
  comb = false,
): boolean {
  const operations = readOperations(document, stream);
  if (!operations) return false;
  const inset = Math.min(box[2] - box[0], box[3] - box[1]) * borderPart;
  const middle: Bounds = [box[0] + inset, box[1] + inset, box[2] - inset, box[3] - inset];
  let point: Point = [0, 0];
  for (const { operator, operands } of operations) {
    if (stateOperators.has(operator) || strokeColors.has(operator) || paintOperators.has(operator)) continue;
    if (textOperators.has(operator)) {
      if (operands.some(showsSomething)) return false;
      continue;
    }
    const numbers = operands.map((operand) => asNumber(operand) ?? Number.NaN);
    if (operator === "g" || operator === "rg" || operator === "k") {
      if (isDark(operator, numbers)) return false;
      continue;
    }
    if (!pathOperators.has(operator) || numbers.some(Number.isNaN)) return false;
    const points = findPoints(operator, numbers);
    for (const next of points) {
      const upright = Math.abs(next[0] - point[0]) < 0.01;
      if (operator !== "m" && !(comb && upright) && crosses(point, next, middle)) return false;
      point = next;
    }
  }
  return true;
}

type Point = readonly [number, number];

const showsSomething = (operand: Raw): boolean =>
  (asArray(operand) ?? [operand]).some((part) => (asString(part)?.toString("latin1").trim() ?? "") !== "");

/** A dark fill looks like a mark in a check box. */
function isDark(operator: string, [first = 0, second = 0, third = 0, fourth = 0]: number[]): boolean {
  if (operator === "g") return first < 0.5;
  if (operator === "rg") return (first + second + third) / 3 < 0.5;
  return 1 - Math.min(1, (first + second + third) / 3 + fourth) < 0.5;
}

/** The end points of the edges that an operator draws; for a curve those of its control polygon, which contains it. */
function findPoints(operator: string, numbers: number[]): Point[] {
  const [x = 0, y = 0, width = 0, height = 0] = numbers;
  if (operator === "re") {
    // A rectangle starts a new path: its first corner is also the end of its last edge.
    return [
      [x, y],
      [x + width, y],
      [x + width, y + height],
      [x, y + height],
      [x, y],
    ];
  }
  const points: Point[] = [];
  for (let at = 0; at + 1 < numbers.length; at += 2) points.push([numbers[at] ?? 0, numbers[at + 1] ?? 0]);
  return points;
}

/** True if the straight line between two points enters a box (Liang–Barsky). */
function crosses(from: Point, to: Point, [left, bottom, right, top]: Bounds): boolean {
  if (left >= right || bottom >= top) return false;
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  let [enter, leave] = [0, 1];
  const edges: Point[] = [
    [-dx, from[0] - left],
    [dx, right - from[0]],
    [-dy, from[1] - bottom],
    [dy, top - from[1]],
  ];
  for (const [direction, distance] of edges) {
    if (direction === 0 && distance <= 0) return false;
    if (direction < 0) enter = Math.max(enter, distance / direction);
    if (direction > 0) leave = Math.min(leave, distance / direction);
  }
  return enter < leave;
}
