import { toCoefficients, toSamples } from "./jpeg-dct.ts";
import { type JpegFrame, type JpegPlane, maxSampling } from "./jpeg-frame.ts";
import type { StampStrip } from "./stamp-strip.ts";

/** Sample values (0 to 255) of bare paper and of full ink in one component. */
export type InkTone = { paper: number; ink: number };

/**
 * Adds a strip to a picture. Every block that lies wholly inside the picture keeps its coefficients; only those
 * on the edge to the strip are computed anew, because their filling becomes visible. The strip must stand at a
 * whole number of MCUs when it is above the picture. `tones` has one entry for each component.
 */
export function extendFrame(frame: JpegFrame, strip: StampStrip, tones: InkTone[]): JpegFrame {
  const max = maxSampling(frame.planes);
  const planes = frame.planes.map((plane, index) => {
    const scale = { x: max.h / plane.h, y: max.v / plane.v };
    return extendPlane(plane, strip, tones[index] ?? { paper: 128, ink: 128 }, scale, max);
  });
  return { ...strip.canvas, planes };
}

type Scale = { x: number; y: number };

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
    const kept = insideRow ? Math.min(area.fullColumns, plane.blocksWide, blocksWide) : 0;
    const start = from * plane.blocksWide * 64;
    if (kept > 0)
      coefficients.set(plane.coefficients.subarray(start, start + kept * 64), row * blocksWide * 64);
    for (let column = kept; column < blocksWide; column++) {
      const hasPicture = from >= 0 && from < area.rows && column < area.columns;
      const original = hasPicture ? (from * plane.blocksWide + column) * 64 : undefined;
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

/**
 * The picture in blocks of a component. Where the canvas ends with the picture, its last blocks count as full:
 * their filling stays outside.
 */
function pictureArea({ picture, canvas }: StampStrip, scale: Scale) {
  const width = Math.ceil(picture.width / scale.x);
  const height = Math.ceil(picture.height / scale.y);
  const columns = Math.ceil(width / 8);
  const rows = Math.ceil(height / 8);
  return {
    firstRow: picture.top / (8 * scale.y),
    columns,
    rows,
    fullColumns: canvas.width === picture.width ? Number.POSITIVE_INFINITY : Math.floor(width / 8),
    fullRows:
      canvas.height === picture.top + picture.height ? Number.POSITIVE_INFINITY : Math.floor(height / 8),
  };
}

/** Makes the blocks that hold paper, ink, or picture beside paper. */
class StripPainter {
  private readonly strip: StampStrip;
  private readonly tone: InkTone;
  private readonly scale: Scale;
  private readonly quantisation: Uint16Array;
  private readonly samples = new Float64Array(64);
  private readonly blank = new Int16Array(64);

  constructor(strip: StampStrip, tone: InkTone, scale: Scale, quantisation: Uint16Array) {
    this.strip = strip;
    this.tone = tone;
    this.scale = scale;
    this.quantisation = quantisation;
    toCoefficients(new Float64Array(64).fill(tone.paper), quantisation, this.blank, 0);
  }

  /** `original` is the place of the picture's own block there, if it has one. */
  paint(
    picture: Int16Array,
    original: number | undefined,
    row: number,
    column: number,
    out: Int16Array,
    at: number,
  ): void {
    if (original !== undefined) toSamples(picture, original, this.quantisation, this.samples);
    const bare = this.cover(row, column, original !== undefined);
    if (bare) out.set(this.blank, at);
    else toCoefficients(this.samples, this.quantisation, out, at);
  }

  /** Lays paper and ink over the samples outside the picture; true when the block is nothing but paper. */
  private cover(row: number, column: number, hasPicture: boolean): boolean {
    const { picture } = this.strip;
    const right = Math.ceil((picture.left + picture.width) / this.scale.x);
    const top = picture.top / this.scale.y;
    const bottom = Math.ceil((picture.top + picture.height) / this.scale.y);
    let bare = !hasPicture;
    for (let index = 0; index < 64; index++) {
      const x = column * 8 + (index & 7);
      const y = row * 8 + (index >> 3);
      if (hasPicture && x < right && y >= top && y < bottom) continue;
      const ink = this.tone.ink === this.tone.paper ? 0 : this.inkAt(x, y);
      if (ink > 0) bare = false;
      this.samples[index] = this.tone.paper + ((this.tone.ink - this.tone.paper) * ink) / 255;
    }
    return bare;
  }

  /** Mean ink of the pixels that one sample of the component stands for. */
  private inkAt(x: number, y: number): number {
    const { strip, scale } = this;
    let sum = 0;
    let count = 0;
    for (let py = Math.floor(y * scale.y); py < (y + 1) * scale.y; py++) {
      for (let px = Math.floor(x * scale.x); px < (x + 1) * scale.x; px++) {
        const column = px - strip.left;
        const row = py - strip.top;
        const inside = column >= 0 && row >= 0 && column < strip.width && row < strip.height;
        if (inside) sum += strip.ink[row * strip.width + column] as number;
        count++;
      }
    }
    return sum / count;
  }
}
