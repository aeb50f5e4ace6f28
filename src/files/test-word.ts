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
