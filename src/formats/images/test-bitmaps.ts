/** Writes small BMP files of the kinds that programs write. */

type BitmapParts = {
  width: number;
  /** Negative: the first row is the top one. */
  height: number;
  bits: number;
  compression?: number;
  /** Colors as red, green, blue. */
  palette?: [number, number, number][];
  /** The masks of red, green, blue and alpha. */
  masks?: number[];
  /** The rows as stored, or run-length encoded pixels. */
  data: Buffer;
};

/** A bitmap with the header of Windows 3, or the newer one that also has an alpha mask if there are four masks. */
export function makeBitmap({
  width,
  height,
  bits,
  compression = 0,
  palette = [],
  masks = [],
  data,
}: BitmapParts): Buffer {
  const size = masks.length === 4 ? 56 : 40;
  const behind = masks.length === 3 ? 12 : 0;
  const head = Buffer.alloc(14 + size + behind + 4 * palette.length);
  head.write("BM", "latin1");
  head.writeUInt32LE(head.length + data.length, 2);
  head.writeUInt32LE(head.length, 10);
  head.writeUInt32LE(size, 14);
  head.writeInt32LE(width, 18);
  head.writeInt32LE(height, 22);
  head.writeUInt16LE(1, 26);
  head.writeUInt16LE(bits, 28);
  head.writeUInt32LE(compression, 30);
  for (const [index, mask] of masks.entries()) head.writeUInt32LE(mask, 54 + 4 * index);
  for (const [index, [red, green, blue]] of palette.entries())
    head.set([blue, green, red, 0], 14 + size + behind + 4 * index);
  return Buffer.concat([head, data]);
}

/** RGB samples as a bitmap of 24 bits for each pixel. */
export function makePlainBitmap(samples: Buffer, width: number, height: number): Buffer {
  const stride = 4 * Math.ceil((3 * width) / 4);
  const data = Buffer.alloc(stride * height);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const at = 3 * (y * width + x);
      const [red = 0, green = 0, blue = 0] = samples.subarray(at, at + 3);
      data.set([blue, green, red], stride * (height - 1 - y) + 3 * x);
    }
  return makeBitmap({ width, height, bits: 24, data });
}
