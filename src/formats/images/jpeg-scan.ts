import { maxSampling, OtherJpeg, usedBlocks } from "./jpeg-frame.ts";
import { readIntervals } from "./jpeg-intervals.ts";
import type { JpegScan, Reading } from "./jpeg-parts.ts";
import { checkSymbols, withTypicalTables } from "./jpeg-tables.ts";
import { damagedPicture } from "./picture-limits.ts";

/** Reads a scan with its data from the content of its header; returns the position of the next marker. */
export function readScan(content: Buffer, bytes: Buffer, start: number, file: Reading): number {
  const scan = readScanHeader(content, file);
  checkTables(scan, file.progressive);
  const { intervals, end } = readIntervals(bytes, start, expectedIntervals(scan, file));
  file.scans.push({ ...scan, intervals });
  return end;
}

/** The scan header (T.81, B.2.3) without the data. */
function readScanHeader(content: Buffer, file: Reading): JpegScan {
  const count = content[0] ?? 0;
  if (count < 1 || count > 4 || content.length < 4 + 2 * count) throw damagedPicture();
  const components = Array.from({ length: count }, (_, number) => {
    const index = file.components.findIndex(({ id }) => id === content[1 + 2 * number]);
    const selectors = content[2 + 2 * number] ?? 0;
    if (index < 0 || selectors >> 4 > 3 || (selectors & 15) > 3) throw damagedPicture();
    return { index, dc: selectors >> 4, ac: 4 + (selectors & 15) };
  });
  const inOrder = components.every(({ index }, place) => index > (components[place - 1]?.index ?? -1));
  const [spectralStart = 0, spectralEnd = 0, approximation = 0] = content.subarray(1 + 2 * count);
  if (spectralEnd > 63 || spectralStart > spectralEnd) throw damagedPicture();
  const approximationHigh = approximation >> 4;
  const approximationLow = approximation & 15;
  if (!inOrder || approximationLow > maxShift) throw new OtherJpeg();
  return {
    components,
    spectralStart,
    spectralEnd,
    approximationHigh,
    approximationLow,
    restartInterval: file.restartInterval,
    tables: file.progressive ? [...file.tables] : withTypicalTables(file.tables, components),
    intervals: [],
  };
}

/** Al of a progressive scan (T.81, table B.3). */
const maxShift = 13;

/** Checks only the tables that the scan uses. */
function checkTables(
  { components, tables, spectralStart, approximationHigh }: JpegScan,
  progressive: boolean,
): void {
  for (const { dc, ac } of components) {
    const [dcTable, acTable] = [tables[dc], tables[ac]];
    if (dcTable && spectralStart === 0 && approximationHigh === 0) checkSymbols(dcTable, "dc");
    if (acTable && !progressive) checkSymbols(acTable, "ac");
    if (acTable && spectralStart > 0) checkSymbols(acTable, "progressive ac");
  }
}

/** The number of restart intervals of the scan; a scan of one component counts blocks instead of MCUs. */
function expectedIntervals({ components, restartInterval }: JpegScan, file: Reading): number {
  if (restartInterval === 0) return 1;
  const max = maxSampling(file.components);
  const [first, another] = components.map(({ index }) => file.components[index]);
  if (!first || another) {
    const units = Math.ceil(file.width / (8 * max.h)) * Math.ceil(file.height / (8 * max.v));
    return Math.ceil(units / restartInterval);
  }
  const { wide, high } = usedBlocks(file, first, max);
  return Math.ceil((wide * high) / restartInterval);
}
