/** In bytes; formatting is stored in pages of this size ([MS-DOC] 2.9.33, ChpxFkp). */
const pageBytes = 512;
/** Text that was deleted or inserted while changes were tracked ([MS-DOC] 2.6.1). */
const changeMarks = new Set([0x0800, 0x0801]);
/** The lengths of operands, by the upper three bits of their number; the sixth kind begins with its length. */
const operandBytes = [1, 1, 2, 4, 2, 2, 0, 3];

/**
 * Whether a DOC marks text as deleted or inserted. `table` says where the pages with the formatting of characters are
 * (PlcBteChpx, [MS-DOC] 2.8.5), and `readPage` reads one of them from the stream with the text.
 */
export async function tracksChanges(
  table: Buffer,
  readPage: (at: number, length: number) => Promise<Buffer>,
): Promise<boolean> {
  const count = Math.max(0, Math.floor((table.length - 4) / 8));
  for (let index = 0; index < count; index += 1) {
    const number = table.readUInt32LE((count + 1 + index) * 4) & 0x3fffff;
    const page = await readPage(number * pageBytes, pageBytes);
    if (page.length === pageBytes && marksChange(page)) return true;
  }
  return false;
}

function marksChange(page: Buffer): boolean {
  const runs = page[pageBytes - 1] ?? 0;
  for (let run = 0; run < runs; run += 1) {
    const start = 2 * (page[(runs + 1) * 4 + run] ?? 0);
    const length = page[start] ?? 0;
    if (start > 0 && hasChangeMark(page.subarray(start + 1, start + 1 + length))) return true;
  }
  return false;
}

function hasChangeMark(properties: Buffer): boolean {
  for (let at = 0; at + 2 < properties.length; ) {
    const number = properties.readUInt16LE(at);
    if (changeMarks.has(number) && properties[at + 2] !== 0) return true;
    const kind = number >> 13;
    at += 2 + (kind === 6 ? 1 + (properties[at + 2] ?? 0) : (operandBytes[kind] ?? 1));
  }
  return false;
}
