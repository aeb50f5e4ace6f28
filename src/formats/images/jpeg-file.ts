import { isFrameHeader } from "../jpeg-markers.ts";
import { maxSampling, OtherJpeg } from "./jpeg-frame.ts";
import { behindFilling } from "./jpeg-intervals.ts";
import { checkJpegKind, jpegLsFrame } from "./jpeg-kind.ts";
import type { JpegFile, JpegScan, Reading } from "./jpeg-parts.ts";
import { readScan } from "./jpeg-scan.ts";
import { readHuffman, readQuantization } from "./jpeg-tables.ts";
import { checkPictureSize, damagedPicture } from "./picture-limits.ts";

const maxScans = 200;

/**
 * Splits a JPEG into its segments. Decoders disagree about files that deviate from the standard, and a stamped copy
 * must look like the original, so anything unusual throws OtherJpeg, and so does any process except Huffman-coded
 * sequential and progressive DCT with 8 bits.
 */
export function parseJpeg(bytes: Buffer): JpegFile {
  const file: Reading = {
    width: 0,
    height: 0,
    progressive: false,
    components: [],
    quantization: [],
    scans: [],
    applications: [],
    tables: [],
    restartInterval: 0,
  };
  let at = 2;
  for (;;) {
    at = behindFilling(bytes, at);
    const marker = bytes[at + 1];
    if (bytes[at] !== 0xff || marker === undefined) throw damagedPicture();
    if (marker === 0xd9) break;
    // TEM, restart markers and a second start of image have no length (T.81, table B.1).
    if (marker < 0xc0 || (marker >= 0xd0 && marker <= 0xd8)) throw new OtherJpeg();
    const end = at + 2 + (at + 4 <= bytes.length ? bytes.readUInt16BE(at + 2) : 0);
    if (end < at + 4 || end > bytes.length) throw damagedPicture();
    const content = bytes.subarray(at + 4, end);
    if (file.scans.length >= maxScans) throw damagedPicture();
    at = marker === 0xda ? readScan(content, bytes, end, file) : end;
    if (marker !== 0xda) readSegment(marker, content, file);
  }
  checkScans(file);
  return file;
}

/** After the first scan, only segments that belong to the next scan are used. */
function readSegment(marker: number, content: Buffer, file: Reading): void {
  if (marker === 0xc4) readHuffman(content, file.tables);
  else if (marker === 0xdd && content.length === 2) file.restartInterval = content.readUInt16BE(0);
  else if (marker === 0xfe) return;
  else if (file.scans.length > 0) throw new OtherJpeg();
  else if (marker === 0xdb) readQuantization(content, file.quantization);
  else if (marker >= 0xe0 && marker <= 0xef) file.applications.push({ marker, content });
  else if (isFrameHeader(marker) || marker === jpegLsFrame) readFrame(marker, content, file);
  else throw new OtherJpeg();
}

/**
 * The application segments and components before the picture data, read the way decoders read them and regardless of
 * what is between them: metadata is useful even if the picture data is unusual.
 */
export function readOutline(
  bytes: Buffer,
): Pick<JpegFile, "applications"> & { components: { id: number }[] } {
  const applications: JpegFile["applications"] = [];
  let components: { id: number }[] = [];
  let at = 2;
  for (;;) {
    at = behindFilling(bytes, at);
    const marker = bytes[at + 1] ?? 0;
    const standsAlone = marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7);
    const end = standsAlone ? at + 2 : at + 2 + (at + 4 <= bytes.length ? bytes.readUInt16BE(at + 2) : 0);
    if (bytes[at] !== 0xff || marker === 0xda || marker === 0xd9) return { applications, components };
    if (end > bytes.length || (end < at + 4 && !standsAlone)) return { applications, components };
    const content = bytes.subarray(at + 4, end);
    if (marker >= 0xe0 && marker <= 0xef) applications.push({ marker, content });
    if (isFrameHeader(marker) && components.length === 0)
      components = Array.from({ length: content[5] ?? 0 }, (_, index) => ({
        id: content[6 + 3 * index] ?? 0,
      }));
    at = end;
  }
}

/** Sequential data must contain each component exactly once; decoders disagree about which copy to show. */
function checkScans({ scans, progressive, components }: JpegFile): void {
  if (scans.length === 0) throw damagedPicture();
  if (progressive) return;
  const shown = scans.flatMap((scan) => scan.components.map(({ index }) => index));
  if (new Set(shown).size < shown.length) throw new OtherJpeg();
  if (shown.length < components.length) throw damagedPicture();
  const isStandard = (scan: JpegScan) =>
    scan.spectralStart === 0 &&
    scan.spectralEnd === 63 &&
    scan.approximationHigh === 0 &&
    scan.approximationLow === 0;
  if (!scans.every(isStandard)) throw new OtherJpeg();
}

function readFrame(marker: number, content: Buffer, file: JpegFile): void {
  checkJpegKind({ marker, content });
  if (marker > 0xc2 || file.components.length > 0) throw new OtherJpeg();
  const count = content[5] ?? 0;
  if (content.length < 6 + 3 * count || count === 0) throw damagedPicture();
  if (content[0] !== 8 || count > 4 || count === 2) throw new OtherJpeg();
  file.height = content.readUInt16BE(1);
  file.width = content.readUInt16BE(3);
  checkPictureSize(file.width, file.height);
  file.progressive = marker === 0xc2;
  for (let at = 6; at < 6 + 3 * count; at += 3) {
    const sampling = content[at + 1] ?? 0;
    const component = {
      id: content[at] ?? 0,
      h: sampling >> 4,
      v: sampling & 15,
      table: content[at + 2] ?? 0,
    };
    if (component.h < 1 || component.h > 4 || component.v < 1 || component.v > 4) throw damagedPicture();
    file.components.push(component);
  }
  const max = maxSampling(file.components);
  const whole = file.components.every(({ h, v }) => max.h % h === 0 && max.v % v === 0);
  if (!whole || new Set(file.components.map(({ id }) => id)).size < count) throw new OtherJpeg();
}
