import { concatBytes, hexToBytes } from "@noble/hashes/utils.js";
import { sameBytes } from "../hash.ts";
import { MalformedCredentials } from "./cbor.ts";

/** A JUMBF superbox (ISO/IEC 19566-5): its kind in four letters, its label, and what is inside. */
export type SuperBox = { kind: BoxKind; label: string; boxes: Box[] };
/** `cbor` is a content box with CBOR in it. */
type Box = SuperBox | { cbor: Uint8Array };

/** The kinds of superboxes in a manifest store (C2PA 2.2, 11.1.4); `cbor` is an assertion of CBOR. */
const kinds = ["c2pa", "c2ma", "c2as", "cbor", "c2cl", "c2cs"] as const;
type BoxKind = (typeof kinds)[number];

/** Behind the four letters of a kind's UUID. */
const kindEnding = hexToBytes("00110010800000aa00389b71");
/** The box may be asked for, and has a label. */
const toggles = 0x03;

/** A superbox with its header. Runs in browsers. */
export function writeSuperBox(superBox: SuperBox): Uint8Array {
  return writeBox("jumb", writeSuperBoxContent(superBox));
}

/** A superbox without its header: what references to it hash (C2PA 2.2, 8.3.1.2). */
export function writeSuperBoxContent({ kind, label, boxes }: SuperBox): Uint8Array {
  const description = concatBytes(latin1(kind), kindEnding, Uint8Array.of(toggles), latin1(`${label}\0`));
  const inner = boxes.map((box) => ("cbor" in box ? writeBox("cbor", box.cbor) : writeSuperBox(box)));
  return concatBytes(writeBox("jumd", description), ...inner);
}

/**
 * Reads what `writeSuperBox` writes, from the first byte to the last; anything else that standards allow is not read.
 * Throws `MalformedCredentials`.
 */
export function readSuperBox(bytes: Uint8Array): SuperBox {
  const box = readBoxes(bytes)[0];
  if (!box || "cbor" in box) throw new MalformedCredentials("no superbox");
  if (!sameBytes(writeSuperBox(box), bytes)) throw new MalformedCredentials("a superbox built otherwise");
  return box;
}

function readBoxes(bytes: Uint8Array, depth = 0): Box[] {
  const boxes: Box[] = [];
  for (let at = 0; at < bytes.length; ) {
    const { type, content, end } = boxAt(bytes, at);
    if (type === "cbor") boxes.push({ cbor: content });
    else if (type === "jumb" && depth < 4) boxes.push(readContent(content, depth));
    else throw new MalformedCredentials("a box that is not known");
    at = end;
  }
  return boxes;
}

function readContent(content: Uint8Array, depth: number): SuperBox {
  const { content: description, end } = boxAt(content, 0);
  const letters = String.fromCharCode(...description.subarray(0, 4));
  const kind = kinds.find((one) => one === letters);
  if (!kind) throw new MalformedCredentials("a superbox that is not known");
  const label = String.fromCharCode(...description.subarray(17, -1));
  return { kind, label, boxes: readBoxes(content.subarray(end), depth + 1) };
}

function boxAt(bytes: Uint8Array, at: number): { type: string; content: Uint8Array; end: number } {
  if (at + 8 > bytes.length) throw new MalformedCredentials("a box that is cut off");
  const end = at + new DataView(bytes.buffer, bytes.byteOffset).getUint32(at);
  if (end < at + 8 || end > bytes.length) throw new MalformedCredentials("a box that is cut off");
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
