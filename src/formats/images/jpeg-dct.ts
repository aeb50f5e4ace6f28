import { zigzag } from "./jpeg-frame.ts";

/** cosines[u * 8 + x]: the normalized basis of the DCT (T.81, A.3.3). */
const cosines = Float64Array.from({ length: 64 }, (_, index) => {
  const u = index >> 3;
  const x = index & 7;
  return (u === 0 ? Math.SQRT1_2 : 1) * 0.5 * Math.cos(((2 * x + 1) * u * Math.PI) / 16);
});

/** Transforms 64 samples (0 to 255, row by row) into quantized coefficients in zigzag order. */
export function toCoefficients(
  samples: Float64Array,
  quantization: Uint16Array,
  out: Int16Array,
  at: number,
): void {
  const rows = new Float64Array(64);
  for (let y = 0; y < 8; y++) {
    for (let u = 0; u < 8; u++) {
      let sum = 0;
      for (let x = 0; x < 8; x++)
        sum += (cosines[u * 8 + x] as number) * ((samples[y * 8 + x] as number) - 128);
      rows[y * 8 + u] = sum;
    }
  }
  for (let index = 0; index < 64; index++) {
    const u = (zigzag[index] as number) & 7;
    const v = (zigzag[index] as number) >> 3;
    let sum = 0;
    for (let y = 0; y < 8; y++) sum += (cosines[v * 8 + y] as number) * (rows[y * 8 + u] as number);
    // Baseline JPEG has codes for 10 bits of an AC and 11 bits of a DC difference (T.81, table F.5).
    const limit = index === 0 ? 1_024 : 1_023;
    out[at + index] = Math.max(-limit, Math.min(limit, Math.round(sum / (quantization[index] as number))));
  }
}

/** Transforms coefficients into samples (0 to 255, row by row, not rounded). */
export function toSamples(
  coefficients: Int16Array,
  at: number,
  quantization: Uint16Array,
  samples: Float64Array,
): void {
  const columns = new Float64Array(64);
  for (let index = 0; index < 64; index++) {
    const value = (coefficients[at + index] as number) * (quantization[index] as number);
    if (value === 0) continue;
    const u = (zigzag[index] as number) & 7;
    const v = (zigzag[index] as number) >> 3;
    for (let y = 0; y < 8; y++) {
      columns[y * 8 + u] = (columns[y * 8 + u] as number) + (cosines[v * 8 + y] as number) * value;
    }
  }
  for (let y = 0; y < 8; y++) {
    for (let x = 0; x < 8; x++) {
      let sum = 128;
      for (let u = 0; u < 8; u++) sum += (cosines[u * 8 + x] as number) * (columns[y * 8 + u] as number);
      samples[y * 8 + x] = Math.max(0, Math.min(255, sum));
    }
  }
}
