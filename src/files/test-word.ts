import type { ZipPart } from "./test-zips.ts";

/** The two parts every Word document has, with this type of main document. */
export function wordParts(
  mainType = "application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml",
): ZipPart[] {
  const contentTypes = `<Types><Override PartName="/word/document.xml" ContentType="${mainType}"/></Types>`;
  return [
    { name: "[Content_Types].xml", data: contentTypes },
    { name: "word/document.xml", data: "<w:document/>" },
  ];
}

/** An OLE compound file with a directory of such streams; the data of all begins in the second sector (byte 1,024). */
export function compoundFile(streams: string[]): Buffer {
  const file = Buffer.alloc(512 * 12);
  Buffer.from("d0cf11e0a1b11ae1", "hex").copy(file);
  file.writeUInt16LE(9, 30);
  file.writeUInt32LE(2, 44);
  file.writeUInt32LE(0, 48);
  file.fill(0xff, 76, 512);
  file.writeUInt32LE(10, 76);
  for (const [index, name] of streams.entries()) {
    const entry = 512 + 128 * index;
    file.write(name, entry, "utf16le");
    file.writeUInt16LE(2 * name.length + 2, entry + 64);
    file[entry + 66] = 2;
    file.writeUInt32LE(1, entry + 116);
    file.writeUInt32LE(4_608, entry + 120);
  }
  file.fill(0xff, 512 * 11);
  return file;
}

/**
 * A compound file of 9 kB whose directory claims to go on for 2,048 sectors, each of which stands where the chain of
 * the allocation table, which loops, has to be followed 19,998 times.
 */
export function loopingCompoundFile(): Buffer {
  const file = compoundFile([]);
  const sectorAt = (entry: number) => (109 + 127 * 19_998 + (entry >> 7)) * 128 + (entry & 127);
  const chain = Buffer.alloc(512);
  const tables = Buffer.alloc(512 * 16);
  for (let place = 0; place < 127; place += 1) chain.writeUInt32LE(1 + (place % 16), place * 4);
  for (let entry = 0; entry < 2_048; entry += 1) tables.writeUInt32LE(sectorAt(entry + 1), entry * 4);
  file.writeUInt32LE(sectorAt(0), 48);
  file.writeUInt32LE(0, 68);
  return Buffer.concat([file.subarray(0, 512), chain, tables]);
}
