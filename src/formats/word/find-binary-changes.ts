/** In bytes; formatting is stored in pages of this size ([MS-DOC] 2.9.33, ChpxFkp). */
const pageBytes = 512;
/** Text that was deleted or inserted while changes were tracked, and hidden text ([MS-DOC] 2.6.1). */
const marks = { deleted: 0x0800, inserted: 0x0801, hidden: 0x083c } as const;
/** The lengths of operands, by the upper three bits of their number; the sixth kind begins with its length. */
const operandBytes = [1, 1, 2, 4, 2, 2, 0, 3];

/** A part of a stream, in bytes. */
export type Range = { from: number; to: number };

export type BinaryFormats = {
  /** Whether text is marked as deleted or inserted. */
  tracksChanges: boolean;
  /** Where deleted and hidden text is in the stream with the text. */
  unseen: Range[];
};

/**
 * What the formatting of a DOC says about its text. `table` says where the pages with the formatting of characters are
 * (PlcBteChpx, [MS-DOC] 2.8.5), and `readPage` reads one of them from the stream with the text.
 */
export async function readFormats(
  table: Buffer,
  readPage: (at: number, length: number) => Promise<Buffer>,
): Promise<BinaryFormats> {
  const formats: BinaryFormats = { tracksChanges: false, unseen: [] };
  const count = Math.max(0, Math.floor((table.length - 4) / 8));
  for (let index = 0; index < count; index += 1) {
    const number = table.readUInt32LE((count + 1 + index) * 4) & 0x3fffff;
    const page = await readPage(number * pageBytes, pageBytes);
    if (page.length === pageBytes) readRuns(page, formats);
  }
  return formats;
}

function readRuns(page: Buffer, formats: BinaryFormats): void {
  const runs = page[pageBytes - 1] ?? 0;
  for (let run = 0; run < runs; run += 1) {
    const start = 2 * (page[(runs + 1) * 4 + run] ?? 0);
    const length = page[start] ?? 0;
    if (start === 0 || length === 0) continue;
    const found = findMarks(page.subarray(start + 1, start + 1 + length));
    formats.tracksChanges ||= found.has(marks.deleted) || found.has(marks.inserted);
    if ((found.has(marks.deleted) || found.has(marks.hidden)) && (run + 2) * 4 <= pageBytes)
      formats.unseen.push({ from: page.readUInt32LE(run * 4), to: page.readUInt32LE(run * 4 + 4) });
  }
}

function findMarks(properties: Buffer): Set<number> {
  const found = new Set<number>();
  for (let at = 0; at + 2 < properties.length; ) {
    const number = properties.readUInt16LE(at);
    if (properties[at + 2] !== 0) found.add(number);
    const kind = number >> 13;
    at += 2 + (kind === 6 ? 1 + (properties[at + 2] ?? 0) : (operandBytes[kind] ?? 1));
  }
  return found;
}
