import type { ReadAt } from "../read-at.ts";

/**
 * The streams and storages in a compound file's root storage; names are compared case-insensitively, as the format
 * requires.
 */
export type CompoundFile = {
  has(name: string): boolean;
  hasStorage(name: string): boolean;
  /** Up to the first 64 bytes of a stream; empty if the stream does not exist or cannot be located. */
  readHead(name: string): Promise<Buffer>;
  /** Where a stream is in the file, piece by piece; less than all of it if its chain is damaged or too long. */
  locate(name: string): Promise<Extent[]>;
};

/** A place in the file, in bytes. */
export type Extent = { at: number; length: number };

type Entry = {
  name: string;
  type: number;
  siblings: [number, number];
  child: number;
  start: number;
  size: number;
};

const endOfSectors = 0xfffffffa;
const maxDirectorySectors = 2_000;
/** Enough sectors of the allocation table for a file of many gigabytes. */
const maxChainSectors = 2_000;
/** Maximum number of sectors read from the mini stream. */
const maxSmallStreamSectors = 2_000;
/** Streams below this size are stored in sectors of 64 bytes inside the mini stream. */
const smallStream = 4_096;
const smallSector = 64;
/** Maximum number of sectors of a stream that is located. */
const maxStreamSectors = 100_000;
const storageType = 1;
const streamType = 2;
const rootType = 5;

/**
 * Opens an OLE compound file ([MS-CFB]). Storages inside the root are embedded objects whose streams have the same
 * names as the document's own; what is in them is ignored. Chains are followed once and up to fixed limits, so a
 * hostile file costs a bounded number of reads.
 */
export async function openCompoundFile(readAt: ReadAt): Promise<CompoundFile> {
  const header = await readAt(0, 512);
  const shift = header.length === 512 ? header.readUInt16LE(30) : 0;
  const sectorSize = shift === 9 || shift === 12 ? 2 ** shift : 0;
  const entries = sectorSize === 0 ? [] : await readDirectory(readAt, header, sectorSize);
  const inRoot = rootEntries(entries);
  const named = (type: number) =>
    new Map(inRoot.filter((entry) => entry.type === type).map((entry) => [entry.name.toUpperCase(), entry]));
  const [streams, storages] = [named(streamType), named(storageType)];

  async function readHead(name: string): Promise<Buffer> {
    const stream = streams.get(name.toUpperCase());
    if (stream === undefined) return Buffer.alloc(0);
    const length = Math.min(stream.size, smallSector);
    if (stream.size >= smallStream) return readAt((stream.start + 1) * sectorSize, length);
    const at = stream.start * smallSector;
    const container = entries[0]?.start ?? endOfSectors;
    const sector = await follow(readAt, header, sectorSize, container, Math.floor(at / sectorSize));
    return sector < endOfSectors
      ? readAt((sector + 1) * sectorSize + (at % sectorSize), length)
      : Buffer.alloc(0);
  }

  async function locate(name: string): Promise<Extent[]> {
    const stream = streams.get(name.toUpperCase());
    if (stream === undefined) return [];
    const find = (start: number, size: number) =>
      listSectors(readAt, header, sectorSize, start, Math.ceil(size / sectorSize));
    const toExtents = (sectors: number[]) =>
      sectors.map((sector) => ({ at: (sector + 1) * sectorSize, length: sectorSize }));
    if (stream.size >= smallStream) return cut(toExtents(await find(stream.start, stream.size)), stream.size);
    const root = entries[0];
    const container = toExtents(root === undefined ? [] : await find(root.start, root.size));
    const table = toExtents(await find(header.readUInt32LE(60), header.readUInt32LE(64) * sectorSize));
    const place = (extents: Extent[], at: number) => {
      const extent = extents[Math.floor(at / sectorSize)];
      return extent === undefined ? undefined : extent.at + (at % sectorSize);
    };
    const found: Extent[] = [];
    let sector = stream.start;
    while (found.length * smallSector < stream.size) {
      const at = place(container, sector * smallSector);
      const next = place(table, sector * 4);
      if (at === undefined || next === undefined) break;
      found.push({ at, length: smallSector });
      sector = (await readAt(next, 4)).readUInt32LE(0);
    }
    return cut(found, stream.size);
  }

  return {
    has: (name) => streams.has(name.toUpperCase()),
    hasStorage: (name) => storages.has(name.toUpperCase()),
    readHead,
    locate,
  };
}

/** The first `size` bytes. */
function cut(extents: Extent[], size: number): Extent[] {
  let left = size;
  return extents.map(({ at, length }) => {
    const part = { at, length: Math.min(length, left) };
    left -= part.length;
    return part;
  });
}

async function listSectors(
  readAt: ReadAt,
  header: Buffer,
  sectorSize: number,
  start: number,
  count: number,
): Promise<number[]> {
  const sectors: number[] = [];
  const chain: number[] = [];
  let sector = start;
  while (sectors.length < Math.min(count, maxStreamSectors) && sector < endOfSectors) {
    sectors.push(sector);
    sector = await nextSector(readAt, header, chain, sector, sectorSize);
  }
  return sectors;
}

async function readDirectory(readAt: ReadAt, header: Buffer, sectorSize: number): Promise<Entry[]> {
  const entries: Entry[] = [];
  const visited = new Set<number>();
  const chain: number[] = [];
  let sector = header.readUInt32LE(48);
  while (sector < endOfSectors && !visited.has(sector) && visited.size < maxDirectorySectors) {
    visited.add(sector);
    const bytes = await readAt((sector + 1) * sectorSize, sectorSize);
    for (let at = 0; at + 128 <= bytes.length; at += 128)
      entries.push(parseEntry(bytes.subarray(at, at + 128)));
    sector = await nextSector(readAt, header, chain, sector, sectorSize);
  }
  return entries;
}

function parseEntry(bytes: Buffer): Entry {
  const nameBytes = Math.min(bytes.readUInt16LE(64), 64);
  return {
    name: bytes.toString("utf16le", 0, Math.max(0, nameBytes - 2)),
    type: bytes[66] ?? 0,
    siblings: [bytes.readUInt32LE(68), bytes.readUInt32LE(72)],
    child: bytes.readUInt32LE(76),
    start: bytes.readUInt32LE(116),
    size: bytes.readUInt32LE(120),
  };
}

/** The children of a storage are a tree of siblings; the root storage is the first entry. */
function rootEntries(entries: Entry[]): Entry[] {
  const found: Entry[] = [];
  const root = entries[0];
  const pending = root?.type === rootType ? [root.child] : [];
  const visited = new Set<number>();
  for (let index = pending.pop(); index !== undefined; index = pending.pop()) {
    const entry = entries[index];
    if (entry === undefined || visited.has(index)) continue;
    visited.add(index);
    pending.push(...entry.siblings);
    found.push(entry);
  }
  return found;
}

/** The sector `steps` after `start` in its chain. */
async function follow(
  readAt: ReadAt,
  header: Buffer,
  sectorSize: number,
  start: number,
  steps: number,
): Promise<number> {
  if (steps > maxSmallStreamSectors) return endOfSectors;
  const chain: number[] = [];
  let sector = start;
  for (let step = 0; step < steps && sector < endOfSectors; step += 1)
    sector = await nextSector(readAt, header, chain, sector, sectorSize);
  return sector;
}

/** The next sector in the chain, from the allocation table. */
async function nextSector(
  readAt: ReadAt,
  header: Buffer,
  chain: number[],
  sector: number,
  sectorSize: number,
): Promise<number> {
  const perTable = sectorSize / 4;
  const table = await tableSector(readAt, header, chain, Math.floor(sector / perTable), sectorSize);
  if (table >= endOfSectors) return endOfSectors;
  const entry = await readAt((table + 1) * sectorSize + (sector % perTable) * 4, 4);
  return entry.length === 4 ? entry.readUInt32LE(0) : endOfSectors;
}

/**
 * The location of sector `index` of the allocation table: the first 109 locations are in the header, the others in a
 * chain of sectors. Visited sectors are cached in `chain`, since following it again for each lookup would take minutes.
 */
async function tableSector(
  readAt: ReadAt,
  header: Buffer,
  chain: number[],
  index: number,
  sectorSize: number,
): Promise<number> {
  if (index < 109) return header.readUInt32LE(76 + index * 4);
  const perSector = sectorSize / 4 - 1;
  const step = Math.floor((index - 109) / perSector);
  if (step >= maxChainSectors) return endOfSectors;
  const numberIn = async (sector: number, place: number) => {
    const number = await readAt((sector + 1) * sectorSize + place * 4, 4);
    return number.length === 4 ? number.readUInt32LE(0) : endOfSectors;
  };
  while (chain.length <= step) {
    const last = chain.at(-1);
    const next = last === undefined ? header.readUInt32LE(68) : await numberIn(last, perSector);
    if (next >= endOfSectors || chain.includes(next)) return endOfSectors;
    chain.push(next);
  }
  return numberIn(chain[step] ?? endOfSectors, (index - 109) % perSector);
}
