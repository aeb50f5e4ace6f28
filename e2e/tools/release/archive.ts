import { crc32 } from "../../../src/formats/zip/crc32.ts";
import { readPieces } from "../../../src/formats/zip/pieces.ts";
import { layOutZip, zipMethods } from "../../../src/formats/zip/write-zip.ts";

/** A file of an archive. */
export type Entry = { name: string; bytes: Uint8Array; isProgram?: boolean };

/**
 * A .tar.gz file with these files in one folder. The same files give the same bytes: owner, rights and time are set
 * here and not read from disk.
 */
export function writeTarGz(folder: string, entries: Entry[], time: Date): Uint8Array {
  const parts = entries.flatMap(({ name, bytes, isProgram = false }) => [
    tarHeader(`${folder}/${name}`, bytes.length, isProgram ? 0o755 : 0o644, time),
    bytes,
    new Uint8Array((512 - (bytes.length % 512)) % 512),
  ]);
  return Bun.gzipSync(Buffer.concat([...parts, new Uint8Array(1024)]), { level: 9 });
}

/** A header of POSIX.1-1988 (ustar), for names of up to 100 bytes. */
function tarHeader(name: string, size: number, mode: number, time: Date): Uint8Array {
  if (Buffer.byteLength(name) > 100) throw new Error(`${name} is too long for an archive.`);
  const header = Buffer.alloc(512);
  const octal = (value: number, at: number, digits: number) =>
    header.write(`${value.toString(8).padStart(digits, "0")}\0`, at);
  header.write(name, 0);
  octal(mode, 100, 7);
  octal(0, 108, 7);
  octal(0, 116, 7);
  octal(size, 124, 11);
  octal(Math.floor(time.getTime() / 1000), 136, 11);
  header.write(" ".repeat(8), 148);
  header.write("0", 156);
  header.write("ustar\u000000", 257);
  header.write("root", 265);
  header.write("root", 297);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148);
  return header;
}

/** A .zip file with these files in one folder, for Windows. Its times are in UTC: the format has no time zone. */
export async function writeZip(folder: string, entries: Entry[], time: Date): Promise<Uint8Array> {
  const records = entries.map(({ name, bytes }) => ({
    name: `${folder}/${name}`,
    method: zipMethods.deflated,
    crc: crc32(bytes),
    size: bytes.length,
    content: [Bun.deflateSync(Uint8Array.from(bytes), { level: 9 })],
  }));
  return Buffer.concat(await Array.fromAsync(readPieces(layOutZip(records, time))));
}
