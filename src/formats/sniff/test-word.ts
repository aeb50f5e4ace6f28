import { makeCompoundFile } from "./test-compound.ts";
import type { ZipPart } from "./test-zips.ts";

/** The two parts of every Word document, with this type of main document. */
export function wordParts(
  mainType = "application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml",
): ZipPart[] {
  const contentTypes = `<Types><Override PartName="/word/document.xml" ContentType="${mainType}"/></Types>`;
  return [
    { name: "[Content_Types].xml", data: contentTypes },
    { name: "word/document.xml", data: "<w:document/>" },
  ];
}

/**
 * The main stream of a .doc: the file information block with its magic number, version and flags, then the text.
 * Without tables, as here, LibreOffice reads it as Word 6 or Word 95.
 */
export function wordStream({ version, flags = 0, text = "A lease.", bytes = 5_000 }: WordStream): Buffer {
  const stream = Buffer.alloc(bytes);
  const textAt = 0x300;
  stream.writeUInt16LE(version > 105 ? 0xa5ec : 0xa5dc, 0);
  stream.writeUInt16LE(version, 2);
  stream.writeUInt16LE(0x409, 6);
  stream.writeUInt16LE(flags, 10);
  stream.writeUInt32LE(textAt, 0x18);
  stream.writeUInt32LE(textAt + text.length + 1, 0x1c);
  stream.writeUInt32LE(bytes, 0x20);
  stream.writeUInt32LE(text.length + 1, 0x34);
  stream.write(`${text}\r`, textAt, "latin1");
  return stream;
}

type WordStream = {
  /** 101 is Word 6, 104 Word 95, 193 Word 97. */
  version: number;
  /** 0x0100 means that it has a password. */
  flags?: number;
  text?: string;
  bytes?: number;
};

/** An OLE compound file with streams of these names. */
export function compoundFile(names: string[]): Buffer {
  return makeCompoundFile(names.map((name) => ({ name, data: Buffer.alloc(4_608) })));
}

/**
 * A compound file of 9 kB whose directory claims to have 2,048 sectors, each at a place where the chain of the
 * allocation table, which loops, has to be followed 19,998 times.
 */
export function loopingCompoundFile(): Buffer {
  const header = Buffer.from(makeCompoundFile([]).subarray(0, 512));
  const sectorAt = (entry: number) => (109 + 127 * 19_998 + (entry >> 7)) * 128 + (entry & 127);
  const chain = Buffer.alloc(512);
  const tables = Buffer.alloc(512 * 16);
  for (let place = 0; place < 127; place += 1) chain.writeUInt32LE(1 + (place % 16), place * 4);
  for (let entry = 0; entry < 2_048; entry += 1) tables.writeUInt32LE(sectorAt(entry + 1), entry * 4);
  header.writeUInt32LE(sectorAt(0), 48);
  header.writeUInt32LE(0, 68);
  return Buffer.concat([header, chain, tables]);
}
