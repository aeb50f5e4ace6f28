import { concatBytes, hexToBytes } from "@noble/hashes/utils.js";
import { sameBytes } from "../hash.ts";
import { MalformedCredentials } from "./cbor.ts";

/** A JUMBF superbox (ISO/IEC 19566-5): its type in four letters, its label and its child boxes. */
export type SuperBox = { kind: BoxKind; label: string; boxes: Box[] };
/** `cbor` is a CBOR content box. */
type Box = SuperBox | { cbor: Uint8Array };

/** The types of superboxes in a manifest store (C2PA 2.2, 11.1.4); `cbor` is a CBOR assertion. */
const kinds = ["c2pa", "c2ma", "c2as", "cbor", "c2cl", "c2cs"] as const;
type BoxKind = (typeof kinds)[number];

/** The part of a type's UUID after the four letters. */
const kindEnding = hexToBytes("00110010800000aa00389b71");
/** Requestable, with a label. */
const toggles = 0x03;

/** A superbox with its header. Runs in browsers. */
export function writeSuperBox(superBox: SuperBox): Uint8Array {
  return writeBox("jumb", writeSuperBoxContent(superBox));
}

/** A superbox without its header; references to the box hash these bytes (C2PA 2.2, 8.3.1.2). */
export function writeSuperBoxContent({ kind, label, boxes }: SuperBox): Uint8Array {
  const description = concatBytes(latin1(kind), kindEnding, Uint8Array.of(toggles), latin1(`${label}\0`));
  const inner = boxes.map((box) => ("cbor" in box ? writeBox("cbor", box.cbor) : writeSuperBox(box)));
  return concatBytes(writeBox("jumd", description), ...inner);
}

/**
 * Reads exactly what `writeSuperBox` writes, up to the last byte. Rejects other forms that the standards allow. Throws
 * `MalformedCredentials`.
 */
export function readSuperBox(bytes: Uint8Array): SuperBox {
  const box = readBoxes(bytes)[0];
  if (!box || "cbor" in box) throw new MalformedCredentials("This is not a superbox.");
  if (!sameBytes(writeSuperBox(box), bytes))
    throw new MalformedCredentials("The superbox is not in the form that we write.");
  return box;
}

function readBoxes(bytes: Uint8Array, depth = 0): Box[] {
  const boxes: Box[] = [];
  for (let at = 0; at < bytes.length; ) {
    const { type, content, end } = boxAt(bytes, at);
    if (type === "cbor") boxes.push({ cbor: content });
    else if (type === "jumb" && depth < 4) boxes.push(readContent(content, depth));
    else throw new MalformedCredentials("The type of a box is unknown.");
    at = end;
  }
  return boxes;
}

function readContent(content: Uint8Array, depth: number): SuperBox {
  const { content: description, end } = boxAt(content, 0);
  const letters = String.fromCharCode(...description.subarray(0, 4));
  const kind = kinds.find((one) => one === letters);
  if (!kind) throw new MalformedCredentials("The type of a superbox is unknown.");
  const label = String.fromCharCode(...description.subarray(17, -1));
  return { kind, label, boxes: readBoxes(content.subarray(end), depth + 1) };
}

function boxAt(bytes: Uint8Array, at: number): { type: string; content: Uint8Array; end: number } {
  if (at + 8 > bytes.length) throw new MalformedCredentials("A box is truncated.");
  const end = at + new DataView(bytes.buffer, bytes.byteOffset).getUint32(at);
  if (end < at + 8 || end > bytes.length) throw new MalformedCredentials("A box is truncated.");
  const type = String.fromCharCode(...bytes.subarray(at + 4, at + 8));
  return { type, content: bytes.subarray(at + 8, end), end };
}

function writeBox(type: string, content: Uint8Array): Uint8Array {
  const head = new Uint8Array(8);
  new DataView(head.buffer).setUint32(0, content.length + 8);
  head.set(latin1(type), 4);
  return concatBytes(head, content);
}

const latin1 = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0) & 255);
