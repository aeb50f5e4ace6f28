import { toCoefficients, toSamples } from "./jpeg-dct.ts";
import type { StampStrip } from "./stamp-strip.ts";

/** Sample values (0 to 255) of blank paper and of full ink in one component. */
export type InkTone = { paper: number; ink: number };

/** Pixels of the picture per sample of a component. */
export type Scale = { x: number; y: number };

/**
 * The picture in blocks of a component. Where the canvas ends with the picture, its last blocks count as full: their
 * padding stays invisible.
 */
export function pictureArea({ picture, canvas }: StampStrip, scale: Scale) {
  const width = Math.ceil(picture.width / scale.x);
  const height = Math.ceil(picture.height / scale.y);
  const columns = Math.ceil(width / 8);
  const rows = Math.ceil(height / 8);
  return {
    firstRow: picture.top / (8 * scale.y),
    firstColumn: picture.left / (8 * scale.x),
    columns,
    rows,
    fullColumns:
      canvas.width === picture.left + picture.width ? Number.POSITIVE_INFINITY : Math.floor(width / 8),
    fullRows:
      canvas.height === picture.top + picture.height ? Number.POSITIVE_INFINITY : Math.floor(height / 8),
  };
}

/** Draws the blocks that contain paper, ink, or picture next to paper. */
export class StripPainter {
  readonly #strip: StampStrip;
  readonly #tone: InkTone;
  readonly #scale: Scale;
  readonly #quantization: Uint16Array;
  readonly #samples = new Float64Array(64);
  readonly #blank = new Int16Array(64);

  constructor(strip: StampStrip, tone: InkTone, scale: Scale, quantization: Uint16Array) {
    this.#strip = strip;
    this.#tone = tone;
    this.#scale = scale;
    this.#quantization = quantization;
    toCoefficients(new Float64Array(64).fill(tone.paper), quantization, this.#blank, 0);
  }

  /** The DC coefficient of a bare block; its others are zero. */
  get paperDc(): number {
    return this.#blank[0] as number;
  }

  /** `original` is the index of the picture's own block at this position, if there is one. */
  paint(
    picture: Int16Array,
    original: number | undefined,
    row: number,
    column: number,
    out: Int16Array,
    at: number,
  ): void {
    if (original === undefined && this.isBare(row, column)) {
      out.set(this.#blank, at);
      return;
    }
    if (original !== undefined) toSamples(picture, original, this.#quantization, this.#samples);
    this.#cover(row, column, original !== undefined);
    toCoefficients(this.#samples, this.#quantization, out, at);
  }

  /** Whether no pixel of the block has ink, as far as the component shows it. */
  isBare(row: number, column: number): boolean {
    const strip = this.#strip;
    const scale = this.#scale;
    const tone = this.#tone;
    if (tone.ink === tone.paper) return true;
    const top = Math.max(0, Math.floor(row * 8 * scale.y) - strip.top);
    const bottom = Math.min(strip.height, Math.ceil((row + 1) * 8 * scale.y) - strip.top);
    const left = Math.max(0, Math.floor(column * 8 * scale.x) - strip.left);
    const right = Math.min(strip.width, Math.ceil((column + 1) * 8 * scale.x) - strip.left);
    for (let y = top; y < bottom; y++)
      for (let at = y * strip.width + left; at < y * strip.width + right; at++)
        if (strip.ink[at] !== 0) return false;
    return true;
  }

  /** Paints paper and ink over the samples outside the picture. */
  #cover(row: number, column: number, hasPicture: boolean): void {
    const { picture } = this.#strip;
    const right = Math.ceil((picture.left + picture.width) / this.#scale.x);
    const top = picture.top / this.#scale.y;
    const bottom = Math.ceil((picture.top + picture.height) / this.#scale.y);
    for (let index = 0; index < 64; index++) {
      const x = column * 8 + (index & 7);
      const y = row * 8 + (index >> 3);
      if (hasPicture && x < right && y >= top && y < bottom) continue;
      const ink = this.#tone.ink === this.#tone.paper ? 0 : this.#inkAt(x, y);
      this.#samples[index] = this.#tone.paper + ((this.#tone.ink - this.#tone.paper) * ink) / 255;
    }
  }

  /** Mean ink of the pixels covered by one sample of the component. */
  #inkAt(x: number, y: number): number {
    const strip = this.#strip;
    const scale = this.#scale;
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
