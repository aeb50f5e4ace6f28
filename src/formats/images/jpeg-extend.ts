import { type JpegFrame, type JpegPlane, maxSampling } from "./jpeg-frame.ts";
import { type InkTone, pictureArea, type Scale, StripPainter } from "./jpeg-strip.ts";
import type { StampStrip } from "./stamp-strip.ts";

/**
 * Adds a strip to a picture. Every block that lies wholly inside the picture keeps its coefficients; only those
 * on the edge to the strip are computed anew, because their filling becomes visible. A strip above the picture or
 * left of it must be a whole number of MCUs thick. `tones` has one entry for each component.
 */
export function extendFrame(frame: JpegFrame, strip: StampStrip, tones: InkTone[]): JpegFrame {
  const max = maxSampling(frame.planes);
  const planes = frame.planes.map((plane, index) => {
    const scale = { x: max.h / plane.h, y: max.v / plane.v };
    return extendPlane(plane, strip, tones[index] ?? { paper: 128, ink: 128 }, scale, max);
  });
  return { ...strip.canvas, planes };
}

function extendPlane(
  plane: JpegPlane,
  strip: StampStrip,
  tone: InkTone,
  scale: Scale,
  max: { h: number; v: number },
): JpegPlane {
  const blocksWide = Math.ceil(strip.canvas.width / (8 * max.h)) * plane.h;
  const blocksHigh = Math.ceil(strip.canvas.height / (8 * max.v)) * plane.v;
  const coefficients = new Int16Array(blocksWide * blocksHigh * 64);
  const area = pictureArea(strip, scale);
  const painter = new StripPainter(strip, tone, scale, plane.quantisation);
  for (let row = 0; row < blocksHigh; row++) {
    const from = row - area.firstRow;
    const insideRow = from >= 0 && from < area.fullRows && from < plane.blocksHigh;
    const { firstColumn } = area;
    const kept = insideRow ? Math.min(area.fullColumns, plane.blocksWide, blocksWide - firstColumn) : 0;
    const start = from * plane.blocksWide * 64;
    if (kept > 0) {
      const blocks = plane.coefficients.subarray(start, start + kept * 64);
      coefficients.set(blocks, (row * blocksWide + firstColumn) * 64);
    }
    for (let column = 0; column < blocksWide; column++) {
      const fromColumn = column - firstColumn;
      if (fromColumn >= 0 && fromColumn < kept) continue;
      const hasPicture = from >= 0 && from < area.rows && fromColumn >= 0 && fromColumn < area.columns;
      const original = hasPicture ? (from * plane.blocksWide + fromColumn) * 64 : undefined;
      painter.paint(
        plane.coefficients,
        original,
        row,
        column,
        coefficients,
        (row * blocksWide + column) * 64,
      );
    }
  }
  return { ...plane, blocksWide, blocksHigh, coefficients };
}
