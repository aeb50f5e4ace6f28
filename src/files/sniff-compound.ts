import type { ReadAt } from "../read-at.ts";

/** Where a stream of the root storage begins; small ones lie inside another stream (`inSectors` false). */
export type CompoundStream = { offset: number; size: number; inSectors: boolean };

const endOfSectors = 0xfffffffa;
const maxDirectorySectors = 2_000;
/** Places of the allocation table for a file of many gigabytes. */
const maxChainSectors = 2_000;
const smallStream = 4_096;

/**
 * Names and places of the streams in an OLE compound file ([MS-CFB]), however they are nested. Follows no
 * chain longer than fixed limits, and none twice, so a hostile file costs a bounded number of reads.
 */
export async function readCompoundDirectory(readAt: ReadAt): Promise<Map<string, CompoundStream>> {
  const streams = new Map<string, CompoundStream>();
  const header = await readAt(0, 512);
  const shift = header.length === 512 ? header.readUInt16LE(30) : 0;
  if (shift !== 9 && shift !== 12) return streams;
  const sectorSize = 2 ** shift;
  const offsetOf = (sector: number) => (sector + 1) * sectorSize;
  const visited = new Set<number>();
  const chain: number[] = [];
  let sector = header.readUInt32LE(48);
  while (sector < endOfSectors && !visited.has(sector) && visited.size < maxDirectorySectors) {
    visited.add(sector);
    const entries = await readAt(offsetOf(sector), sectorSize);
    for (let at = 0; at + 128 <= entries.length; at += 128) {
      const nameBytes = entries.readUInt16LE(at + 64);
      if (entries[at + 66] !== 2 || nameBytes < 2 || nameBytes > 64) continue;
      const size = entries.readUInt32LE(at + 120);
      const offset = offsetOf(entries.readUInt32LE(at + 116));
      const name = entries.toString("utf16le", at, at + nameBytes - 2);
      streams.set(name, { offset, size, inSectors: size >= smallStream });
    }
    sector = await nextSector(readAt, header, chain, sector, sectorSize);
  }
  return streams;
}

/** The sector after `sector` in its chain, from the allocation table. */
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
 * Where part `index` of the allocation table lies: the first 109 places stand in the header, others in a chain of
 * sectors. Those that were come to are kept in `chain`, since to walk it anew for each would take minutes.
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
