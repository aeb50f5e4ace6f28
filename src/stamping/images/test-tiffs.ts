/** Puts little-endian TIFFs of one page each into one file: each one's offsets move by where it comes to stand. */
export function joinTiffs(files: Buffer[]): Buffer {
  const parts: Buffer[] = [];
  let size = 0;
  let pointer: { part: Buffer; at: number } | undefined;
  for (const file of files) {
    const part = Buffer.from(file.length % 2 === 0 ? file : Buffer.concat([file, Buffer.alloc(1)]));
    const directory = part.readUInt32LE(4);
    pointer?.part.writeUInt32LE(size + directory, pointer.at);
    pointer = { part, at: moveDirectory(part, directory, size) };
    parts.push(part);
    size += part.length;
  }
  return Buffer.concat(parts);
}

/** A TIFF whose first page names itself as the next. */
export function loopTiff(file: Buffer): Buffer {
  const loop = Buffer.from(file);
  const directory = loop.readUInt32LE(4);
  loop.writeUInt32LE(directory, directory + 2 + 12 * loop.readUInt16LE(directory));
  return loop;
}

/** The directory of a page of 40 by 30 pixels, in which the horizontal resolution stands again and again. */
export function crowdedTiff(entries: number): Buffer {
  const file = Buffer.alloc(8 + 2 + 12 * entries + 4 + 8);
  const resolutionAt = file.length - 8;
  file.write("II*\0");
  file.writeUInt32LE(8, 4);
  file.writeUInt16LE(entries, 8);
  file.writeUInt32LE(300, resolutionAt);
  file.writeUInt32LE(1, resolutionAt + 4);
  const rational = 5;
  const rows = [
    [256, 4, 40],
    [257, 4, 30],
    [283, rational, resolutionAt],
  ] as const;
  for (let index = 0; index < entries; index++) {
    const [tag, type, value] = rows[index] ?? [282, rational, resolutionAt];
    const at = 10 + 12 * index;
    file.writeUInt16LE(tag, at);
    file.writeUInt16LE(type, at + 2);
    file.writeUInt32LE(1, at + 4);
    file.writeUInt32LE(value, at + 8);
  }
  return file;
}

const offsetTags = [273, 324];
const sizes: Record<number, number> = { 1: 1, 2: 1, 3: 2, 4: 4, 5: 8, 7: 1 };

/** Adds `by` to all offsets of a directory; gives the place of its pointer to the next. */
function moveDirectory(file: Buffer, directory: number, by: number): number {
  const count = file.readUInt16LE(directory);
  for (let entry = directory + 2; entry < directory + 2 + 12 * count; entry += 12) {
    const values = file.readUInt32LE(entry + 4);
    const size = (sizes[file.readUInt16LE(entry + 2)] ?? 1) * values;
    const start = size > 4 ? file.readUInt32LE(entry + 8) : entry + 8;
    if (offsetTags.includes(file.readUInt16LE(entry))) {
      for (let at = start; at < start + 4 * values; at += 4)
        file.writeUInt32LE(file.readUInt32LE(at) + by, at);
    }
    if (size > 4) file.writeUInt32LE(start + by, entry + 8);
  }
  return directory + 2 + 12 * count;
}
