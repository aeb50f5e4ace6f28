/** A stream or a storage with streams in a compound file. */
export type CompoundPart = { name: string; data: Buffer } | { name: string; parts: CompoundPart[] };

type Entry = { name: string; type: number; data: Buffer; next: number; child: number };

const sectorSize = 512;
const smallSector = 64;
const smallStream = 4_096;
const none = 0xffffffff;
const endOfChain = 0xfffffffe;
const tableSector = 0xfffffffd;
const [storageType, streamType, rootType] = [1, 2, 5];

/** An OLE compound file ([MS-CFB] version 3); streams below 4,096 bytes are in the mini stream. */
export function makeCompoundFile(parts: CompoundPart[]): Buffer {
  const entries: Entry[] = [
    { name: "Root Entry", type: rootType, data: Buffer.alloc(0), next: none, child: none },
  ];
  addChildren(entries, 0, parts);
  const isSmall = ({ type, data }: Entry) => type === streamType && data.length < smallStream;

  const small = placeChains(entries.filter(isSmall), smallSector);
  const [root] = entries;
  if (root) root.data = small.bytes;
  const large = placeChains(
    entries.filter((entry) => !isSmall(entry) && entry.data.length > 0),
    sectorSize,
  );

  const findStart = (entry: Entry) => (isSmall(entry) ? small : large).starts.get(entry) ?? endOfChain;
  const directory = Buffer.concat(entries.map((entry) => writeEntry(entry, findStart(entry))));
  const lists = placeChains(
    [{ data: padded(directory) }, { data: numbers(small.table) }],
    sectorSize,
    large.table.length,
  );
  const chains = [...large.table, ...lists.table];
  const tables = Math.ceil((chains.length + 8) / (sectorSize / 4));
  const table = [...chains, ...Array.from({ length: tables }, () => tableSector)];

  const header = Buffer.alloc(sectorSize, 0xff);
  header.fill(0, 0, 76);
  header.write("d0cf11e0a1b11ae1", 0, "hex");
  header.writeUInt16LE(0x3e, 24);
  header.writeUInt16LE(3, 26);
  header.writeUInt16LE(0xfffe, 28);
  header.writeUInt16LE(9, 30);
  header.writeUInt16LE(6, 32);
  header.writeUInt32LE(tables, 44);
  header.writeUInt32LE(large.table.length, 48);
  header.writeUInt32LE(smallStream, 56);
  const directorySectors = padded(directory).length / sectorSize;
  header.writeUInt32LE(small.table.length > 0 ? large.table.length + directorySectors : endOfChain, 60);
  header.writeUInt32LE(Math.ceil((small.table.length * 4) / sectorSize), 64);
  header.writeUInt32LE(endOfChain, 68);
  for (let index = 0; index < tables; index += 1) header.writeUInt32LE(chains.length + index, 76 + index * 4);
  return Buffer.concat([header, large.bytes, lists.bytes, numbers(table)]);
}

function addChildren(entries: Entry[], parent: number, parts: CompoundPart[]): void {
  let previous: Entry | undefined;
  for (const part of parts) {
    const index = entries.length;
    const isStream = "data" in part;
    const entry: Entry = {
      name: part.name,
      type: isStream ? streamType : storageType,
      data: isStream ? part.data : Buffer.alloc(0),
      next: none,
      child: none,
    };
    entries.push(entry);
    const above = entries[parent];
    if (previous) previous.next = index;
    else if (above) above.child = index;
    previous = entry;
    if ("parts" in part) addChildren(entries, index, part.parts);
  }
}

/** Writes pieces of data one after the other into sectors, with the chains of their sectors. */
function placeChains<Piece extends { data: Buffer }>(pieces: Piece[], size: number, first = 0) {
  const starts = new Map<Piece, number>();
  const table: number[] = [];
  for (const piece of pieces) {
    const sectors = Math.ceil(piece.data.length / size);
    if (sectors > 0) starts.set(piece, first + table.length);
    for (let sector = 1; sector <= sectors; sector += 1)
      table.push(sector === sectors ? endOfChain : first + table.length + 1);
  }
  return { starts, table, bytes: Buffer.concat(pieces.map(({ data }) => padded(data, size))) };
}

function writeEntry({ name, type, data, next, child }: Entry, start: number): Buffer {
  const bytes = Buffer.alloc(128);
  bytes.write(name, 0, "utf16le");
  bytes.writeUInt16LE((name.length + 1) * 2, 64);
  bytes[66] = type;
  bytes[67] = 1;
  bytes.writeUInt32LE(none, 68);
  bytes.writeUInt32LE(next, 72);
  bytes.writeUInt32LE(child, 76);
  bytes.writeUInt32LE(start, 116);
  bytes.writeUInt32LE(data.length, 120);
  return bytes;
}

function padded(data: Buffer, size = sectorSize): Buffer {
  return Buffer.concat([data, Buffer.alloc((size - (data.length % size)) % size)]);
}

/** Sector numbers, padded to whole sectors with the mark of a free one. */
function numbers(values: number[]): Buffer {
  const bytes = Buffer.alloc(Math.ceil((values.length * 4) / sectorSize) * sectorSize, 0xff);
  for (const [index, value] of values.entries()) bytes.writeUInt32LE(value, index * 4);
  return bytes;
}
