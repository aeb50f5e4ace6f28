const starts = ["ffd8ff", "89504e470d0a1a0a", "49492a00", "4d4d002a", "49492b00", "4d4d002b"];

/** Whether a file that begins with these eight bytes is a JPEG, a PNG or a TIFF. */
export const isPictureStart = (head: Buffer): boolean =>
  starts.some((start) => head.toString("hex").startsWith(start));
