import { createReadStream } from "node:fs";
import { type FileHandle, writeFile } from "node:fs/promises";
import { openOutput } from "../output-file.ts";
import { type ReadAt, withReadAt } from "../read-at.ts";
import { type CompoundFile, type Extent, openCompoundFile } from "../sniff/sniff-compound.ts";
import { listBinaryCharacters } from "./binary-text.ts";
import { type FrozenFields, fieldsUnknown, noteFields, showsPictures } from "./field-notes.ts";
import { type Range, readFormats } from "./find-binary-changes.ts";
import { macrosLeftOut, picturesNotLoaded } from "./font-notes.ts";
import { freezeBinaryFields } from "./freeze-binary-fields.ts";
import type { PreparedWord } from "./prepare-word-package.ts";

/** Where the file header says where the fields of each part are (FibRgFcLcb97, [MS-DOC] 2.5.6). */
const fieldTables = [
  { name: "body", at: 0x11a },
  { name: "headers and footers", at: 0x122 },
  { name: "footnotes", at: 0x12a },
  { name: "comments", at: 0x132 },
  { name: "endnotes", at: 0x21a },
  { name: "text boxes", at: 0x262 },
  { name: "text boxes in headers", at: 0x272 },
];
/** Where it says where the formatting of characters is. */
const formatTable = 0xfa;
/** Where it says where the pieces of the text are. */
const pieceTable = 0x1a2;
const headerBytes = 0x27a;
/** In bytes: formatting of 30 million characters. */
const maxFormatTable = 8 * 60_000;
/** In bytes: 200,000 fields. */
const maxTable = 200_000 * 18;
const word97 = 0xc1;

/**
 * Writes a copy of a DOC to the new file `output` in which each field is the text that the file stores as its result
 * (see `prepareWordPackage`). Must run in a child process.
 */
export async function prepareBinaryWord(input: string, output: string): Promise<PreparedWord> {
  const { hasMacros, fields } = await withReadAt(input, async (readAt) => {
    const file = await openCompoundFile(readAt);
    return { hasMacros: file.hasStorage("Macros"), fields: await examine(file, readAt) };
  });
  const patches = fields?.patches ?? [];
  if (patches.length === 0) await writeFile(output, createReadStream(input));
  else await writePatched(input, output, patches);
  const notes = [
    ...(fields === undefined ? [fieldsUnknown] : noteFields(fields.frozen)),
    ...(hasMacros ? [macrosLeftOut] : []),
    ...(fields !== undefined && showsPictures(fields.frozen) ? [picturesNotLoaded] : []),
  ];
  return {
    isPlain: false,
    tracksChanges: fields?.tracksChanges ?? false,
    hasEquations: false,
    ...(fields && { text: { characters: fields.characters } }),
    notes,
  };
}

async function writePatched(input: string, output: string, patches: Patch[]): Promise<void> {
  const file = await openOutput(output);
  try {
    for await (const chunk of createReadStream(input)) await file.writeFile(chunk as Buffer);
    for (const { extents, bytes } of patches) await writeTo(file, extents, bytes);
  } finally {
    await file.close();
  }
}

type Patch = { extents: Extent[]; bytes: Buffer };
type Examined = { patches: Patch[]; frozen: FrozenFields; tracksChanges: boolean; characters: string[] };

/** Undefined if the fields are out of reach. */
async function examine(file: CompoundFile, readAt: ReadAt): Promise<Examined | undefined> {
  const read = async (extents: Extent[]) =>
    Buffer.concat(await Promise.all(extents.map(({ at, length }) => readAt(at, length))));
  const block = await file.locate("WordDocument");
  const header = await read(select(block, 0, headerBytes));
  if (header.length < headerBytes || header.readUInt16LE(2) < word97) return undefined;
  const table = await locateTable(file, header);
  const frozen: FrozenFields = { stored: new Set(), missing: new Set() };
  const patches: Patch[] = [];
  for (const { name, at } of fieldTables) {
    const length = header.readUInt32LE(at + 4);
    if (length === 0) continue;
    if (length > maxTable) return undefined;
    const extents = select(table, header.readUInt32LE(at), length);
    const before = await read(extents);
    if (before.length !== length) return undefined;
    const after = freezeBinaryFields(before, name.includes("headers"), frozen);
    if (after.equals(before)) continue;
    patches.push({ extents, bytes: after });
    const size = Buffer.alloc(4);
    size.writeUInt32LE(after.length);
    patches.push({ extents: select(block, at + 4, 4), bytes: size });
  }
  const formats = select(table, header.readUInt32LE(formatTable), formatBytes(header));
  const readBlock = (at: number, length: number) => read(select(block, at, length));
  const { tracksChanges, unseen } = await readFormats(await read(formats), readBlock);
  const pieces = select(
    table,
    header.readUInt32LE(pieceTable),
    Math.min(header.readUInt32LE(pieceTable + 4), maxTable),
  );
  const characters = await listBinaryCharacters(await read(pieces), findComments(header), unseen, readBlock);
  return { patches, frozen, tracksChanges, characters };
}

/** Comments follow the body, the footnotes, the headers and the macros in the text (FibRgLw97, [MS-DOC] 2.5.5). */
function findComments(header: Buffer): Range {
  const from = [0x4c, 0x50, 0x54, 0x58].reduce((sum, at) => sum + header.readUInt32LE(at), 0);
  return { from, to: from + header.readUInt32LE(0x5c) };
}

const formatBytes = (header: Buffer) => Math.min(header.readUInt32LE(formatTable + 4), maxFormatTable);

/** The stream with the tables; a flag of the header says which of two it is (fWhichTblStm). */
function locateTable(file: CompoundFile, header: Buffer): Promise<Extent[]> {
  return file.locate((header.readUInt16LE(10) & 0x0200) === 0 ? "0Table" : "1Table");
}

/** A part of a stream. */
function select(stream: Extent[], from: number, length: number): Extent[] {
  const found: Extent[] = [];
  let start = 0;
  for (const extent of stream) {
    const first = Math.max(from, start);
    const end = Math.min(from + length, start + extent.length);
    if (first < end) found.push({ at: extent.at + first - start, length: end - first });
    start += extent.length;
  }
  return found;
}

async function writeTo(file: FileHandle, extents: Extent[], bytes: Buffer): Promise<void> {
  let done = 0;
  for (const { at, length } of extents) {
    const piece = bytes.subarray(done, done + length);
    if (piece.length > 0) await file.write(piece, 0, piece.length, at);
    done += length;
  }
}
