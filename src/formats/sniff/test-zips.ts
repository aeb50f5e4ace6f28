import { crc32, deflateRawSync } from "node:zlib";

export type ZipPart = {
  name: string;
  data: Buffer | string;
  /** The Unix mode, including the file type. */
  mode?: number;
  /** The size in the directory, if it should be wrong. */
  declaredSize?: number;
};

/** A ZIP file in which any field can be wrong on purpose. */
export function writeZip(parts: ZipPart[]): Buffer {
  const files: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const part of parts) {
    const local = localEntry(part);
    directory.push(directoryEntry(part, offset));
    files.push(local);
    offset += local.length;
  }
  return Buffer.concat([...files, ...directory, endRecord(parts.length, offset, directory)]);
}

/** The same parts, but the directory's last entry points at the data of the first. */
export function overlapParts(parts: ZipPart[]): Buffer {
  const [first] = parts;
  if (!first) throw new RangeError("At least one part is needed.");
  const files = parts.map(localEntry);
  let offset = 0;
  const directory = parts.map((part, index) => {
    const entry = directoryEntry(part, offset);
    offset += files[index]?.length ?? 0;
    return entry;
  });
  directory.push(directoryEntry({ ...first, name: "word/again.xml" }, 0));
  return Buffer.concat([...files, ...directory, endRecord(directory.length, offset, directory)]);
}

function fields({ data, declaredSize }: ZipPart): Buffer {
  const bytes = Buffer.from(data);
  const out = Buffer.alloc(20);
  out.writeUInt16LE(0x0800, 0);
  out.writeUInt16LE(8, 2);
  out.writeUInt32LE(crc32(bytes), 8);
  out.writeUInt32LE(deflateRawSync(bytes).length, 12);
  out.writeUInt32LE(declaredSize ?? bytes.length, 16);
  return out;
}

function localEntry(part: ZipPart): Buffer {
  const head = Buffer.alloc(30);
  head.writeUInt32LE(0x04034b50);
  head.writeUInt16LE(20, 4);
  fields(part).copy(head, 6);
  head.writeUInt16LE(Buffer.byteLength(part.name), 26);
  return Buffer.concat([head, Buffer.from(part.name), deflateRawSync(Buffer.from(part.data))]);
}

function directoryEntry(part: ZipPart, offset: number): Buffer {
  const head = Buffer.alloc(46);
  head.writeUInt32LE(0x02014b50);
  head.writeUInt16LE((3 << 8) | 20, 4);
  head.writeUInt16LE(20, 6);
  fields(part).copy(head, 8);
  head.writeUInt16LE(Buffer.byteLength(part.name), 28);
  head.writeUInt32LE(((part.mode ?? 0o100_644) << 16) >>> 0, 38);
  head.writeUInt32LE(offset, 42);
  return Buffer.concat([head, Buffer.from(part.name)]);
}

function endRecord(count: number, offset: number, directory: Buffer[]): Buffer {
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50);
  end.writeUInt16LE(count, 8);
  end.writeUInt16LE(count, 10);
  end.writeUInt32LE(Buffer.concat(directory).length, 12);
  end.writeUInt32LE(offset, 16);
  return end;
}
