/** Only the encoder: the main module also loads writers of PNG files, which cost a child four times as much. */
declare module "qrcode/lib/core/qrcode.js" {
  type Segment = { data: string; mode: "byte" | "alphanumeric" };
  type Options = { errorCorrectionLevel: "L"; maskPattern: 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 };
  /** `data` has 1 for each dark module, row by row, without the quiet zone. */
  export function create(
    segments: Segment[],
    options: Options,
  ): { modules: { size: number; data: Uint8Array } };
}
