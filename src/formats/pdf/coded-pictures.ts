import { isFrameHeader } from "../jpeg-markers.ts";

/** What compressed picture data says about itself. */
export type CodedPicture = { width: number; height: number; components: number };

const longestHeader = 1024 * 1024;
/** The start of a JPEG 2000 codestream and of its SIZ segment (ITU-T T.800, A.4.1 and A.5.1). */
const codestream = Buffer.from([0xff, 0x4f, 0xff, 0x51]);

/** The frame header of a JPEG (ITU-T T.81, B.2.2); undefined if there is none where one belongs. */
export function readJpegHeader(data: Buffer): CodedPicture | undefined {
  for (let at = 2; at + 10 <= data.length && at < longestHeader; ) {
    if (data[at] !== 0xff) return undefined;
    const marker = data[at + 1] ?? 0;
    if (marker === 0xff) at++;
    else if (isFrameHeader(marker))
      return {
        height: data.readUInt16BE(at + 5),
        width: data.readUInt16BE(at + 7),
        components: data[at + 9] ?? 0,
      };
    else at += 2 + data.readUInt16BE(at + 2);
  }
  return undefined;
}

/** The size segment of JPEG 2000 data, with or without the boxes of a file around it. */
export function readJpeg2000Header(data: Buffer): CodedPicture | undefined {
  const at = data.subarray(0, longestHeader).indexOf(codestream);
  if (at < 0 || at + 42 > data.length) return undefined;
  const [right, bottom, left, top] = [8, 12, 16, 20].map((offset) => data.readUInt32BE(at + offset));
  return {
    width: (right ?? 0) - (left ?? 0),
    height: (bottom ?? 0) - (top ?? 0),
    components: data.readUInt16BE(at + 40),
  };
}
