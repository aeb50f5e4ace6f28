import { BlockCarrier } from "./jpeg-block-carrier.ts";
import { UnexpectedCode } from "./jpeg-block-reader.ts";
import { planeShapes } from "./jpeg-decode.ts";
import { maxSampling } from "./jpeg-frame.ts";
import { MissingCode } from "./jpeg-huffman.ts";
import type { JpegFile } from "./jpeg-parts.ts";
import { type InkTone, pictureArea } from "./jpeg-strip.ts";
import type { StampStrip } from "./stamp-strip.ts";

/**
 * Adds a strip to a picture, as it is stored, by copying the bits of its blocks as they stand in the file, or, where
 * its codes were made for this picture alone and lack some that a strip needs, by translating them code by
 * code. Only blocks of the strip and on the edge to it are made of samples. From the quantisation tables to
 * the end-of-image marker. Undefined for several scans, and for data that hold something unexpected.
 */
export function carryJpeg(file: JpegFile, strip: StampStrip, tones: InkTone[]): Uint8Array | undefined {
  const [scan, another] = file.scans;
  if (!scan || another || file.progressive) return undefined;
  if (scan.components.length !== file.components.length) return undefined;
  if (scan.components.some(({ index }, place) => index !== place)) return undefined;
  // The only component of a grey picture goes block by block, whatever its sampling factors (T.81, A.2.2).
  if (file.components.length === 1 && file.components.some(({ h, v }) => h * v > 1)) return undefined;
  try {
    return carryUnits(file, new BlockCarrier(file, scan, strip, tones), strip);
  } catch (error) {
    if (error instanceof MissingCode || error instanceof UnexpectedCode) return undefined;
    throw error;
  }
}

/** MCU by MCU over the whole canvas. A strip above a picture or left of it is a whole number of MCUs thick. */
function carryUnits(file: JpegFile, carrier: BlockCarrier, strip: StampStrip): Uint8Array {
  const { canvas, picture } = strip;
  const shapes = planeShapes(file);
  const max = maxSampling(shapes);
  const unit = { width: 8 * max.h, height: 8 * max.v };
  const wide = Math.ceil(canvas.width / unit.width);
  const high = Math.ceil(canvas.height / unit.height);
  const top = picture.top / unit.height;
  const left = picture.left / unit.width;
  const right = left + Math.ceil(file.width / unit.width);
  const bottom = top + Math.ceil(file.height / unit.height);
  const areas = shapes.map(({ h, v }) => pictureArea(strip, { x: max.h / h, y: max.v / v }));
  for (let y = 0; y < high; y++) {
    for (let x = 0; x < wide; x++) {
      const inFile = y >= top && y < bottom && x >= left && x < right;
      if (inFile) carrier.beginUnit();
      for (const [index, { h, v }] of shapes.entries()) {
        const area = areas[index];
        if (!area) continue;
        for (let row = y * v; row < (y + 1) * v; row++) {
          const from = row - area.firstRow;
          for (let column = x * h; column < (x + 1) * h; column++) {
            const fromColumn = column - area.firstColumn;
            if (!inFile) carrier.paint(index, row, column);
            else if (from < area.fullRows && fromColumn < area.fullColumns) carrier.keep(index);
            else carrier.repaint(index, row, column, from < area.rows && fromColumn < area.columns);
          }
        }
      }
    }
  }
  return carrier.end();
}
