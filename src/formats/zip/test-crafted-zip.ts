/**
 * Test support: ZIP files in which any field can be wrong on purpose; all other fields are as `writeZip` writes them.
 */
import * as zlib from "node:zlib";

type Fields = {
  version: number;
  flags: number;
  method: number;
  /** Date and time of MS-DOS. */
  date: number;
  crc: number;
  packed: number;
  size: number;
};

export type CraftedEntry = {
  name: string;
  data: Uint8Array;
  /** Fields of the local header. */
  local?: Partial<Fields>;
  /** Fields of the directory entry. */
  listed?: Partial<Fields & { madeBy: number; mode: number }>;
  localExtra?: Uint8Array;
  listedExtra?: Uint8Array;
  comment?: Uint8Array;
  /** Extra bytes that belong to no entry, after the file. */
  gap?: Uint8Array;
};

type Around = {
  before?: Uint8Array;
  beforeDirectory?: Uint8Array;
  behind?: Uint8Array;
  comment?: Uint8Array;
};

const none = new Uint8Array();

export function craftZip(entries: CraftedEntry[], date: number, around: Around = {}): Uint8Array {
  const { before = none, beforeDirectory = none, behind = none, comment = none } = around;
  const files: Uint8Array[] = [before];
  const directory: Uint8Array[] = [];
  let offset = before.length;
  for (const entry of entries) {
    const file = Buffer.concat([localHead(entry, date), entry.data, entry.gap ?? none]);
    directory.push(listedHead(entry, date, offset));
    files.push(file);
    offset += file.length;
  }
  const list = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50);
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(list.length, 12);
  end.writeUInt32LE(offset + beforeDirectory.length, 16);
  end.writeUInt16LE(comment.length, 20);
  return Uint8Array.from(Buffer.concat([...files, beforeDirectory, list, end, comment, behind]));
}

function writeFields(head: Buffer, at: number, { name }: CraftedEntry, fields: Fields, extra: number): void {
  head.writeUInt16LE(fields.version, at);
  head.writeUInt16LE(fields.flags, at + 2);
  head.writeUInt16LE(fields.method, at + 4);
  head.writeUInt32LE(fields.date, at + 6);
  head.writeUInt32LE(fields.crc, at + 10);
  head.writeUInt32LE(fields.packed, at + 14);
  head.writeUInt32LE(fields.size, at + 18);
  head.writeUInt16LE(Buffer.byteLength(name), at + 22);
  head.writeUInt16LE(extra, at + 24);
}

const readFields = ({ data }: CraftedEntry, date: number): Fields => ({
  version: 20,
  flags: 0x0800,
  method: 0,
  date,
  crc: zlib.crc32(data),
  packed: data.length,
  size: data.length,
});

function localHead(entry: CraftedEntry, date: number): Buffer {
  const { local, localExtra = none } = entry;
  const head = Buffer.alloc(30);
  head.writeUInt32LE(0x04034b50);
  writeFields(head, 4, entry, { ...readFields(entry, date), ...local }, localExtra.length);
  return Buffer.concat([head, Buffer.from(entry.name), localExtra]);
}

function listedHead(entry: CraftedEntry, date: number, offset: number): Buffer {
  const { listed, listedExtra = none, comment = none } = entry;
  const head = Buffer.alloc(46);
  head.writeUInt32LE(0x02014b50);
  head.writeUInt16LE(listed?.madeBy ?? (3 << 8) | 20, 4);
  writeFields(head, 6, entry, { ...readFields(entry, date), ...listed }, listedExtra.length);
  head.writeUInt16LE(comment.length, 32);
  head.writeUInt32LE(((listed?.mode ?? 0o100_644) << 16) >>> 0, 38);
  head.writeUInt32LE(offset, 42);
  return Buffer.concat([head, Buffer.from(entry.name), listedExtra, comment]);
}
