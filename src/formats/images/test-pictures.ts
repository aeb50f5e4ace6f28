import { afterAll } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp, { type Sharp } from "sharp";
import type { Stamp, StampPosition } from "../stamp/stamp.ts";

/** Returns new paths in a folder that is deleted after the tests of the calling file. */
export function pathsForTests(): (extension: string) => string {
  const folder = mkdtempSync(join(tmpdir(), "attestamp-pictures-"));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  let files = 0;
  return (extension) => {
    files += 1;
    return join(folder, `${files}.${extension}`);
  };
}

export function stampAt(position: StampPosition, clientName = "Zoë Müller"): Stamp {
  return {
    productName: "Attestamp",
    serialNumber: "AT-7K3QP-9XWMR-4ZD2H-8VNTC",
    clientName,
    time: Date.UTC(2026, 10, 20, 19, 51, 3),
    timeZone: "America/Chicago",
    position,
  };
}

/** An asymmetric picture: a gradient with a red corner at the top left. */
export function gradient(width: number, height: number): Sharp {
  const pixels = Buffer.alloc(width * height * 3);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const corner = x < width / 4 && y < height / 4;
      pixels.set(corner ? [220, 30, 30] : [(x * 199) / width, (y * 199) / height, 90], (y * width + x) * 3);
    }
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } });
}

/** Samples of an area, as stored (16 bit stays 16 bit), without any color management. */
export async function readSamples(
  input: string | Buffer,
  area?: { left: number; top: number; width: number; height: number },
): Promise<number[]> {
  const image = sharp(input, { ignoreIcc: true });
  const { depth } = await image.metadata();
  const cut = area ? image.extract(area) : image;
  const space = depth === "ushort" ? cut.raw({ depth: "ushort" }) : cut.raw();
  const bytes = await space.toBuffer();
  return depth === "ushort"
    ? [...new Uint16Array(bytes.buffer, bytes.byteOffset, bytes.length / 2)]
    : [...bytes];
}

/** Share of dark samples in an area: above zero for letters on paper, zero for blank paper. */
export async function inkShare(
  path: string,
  area: { left: number; top: number; width: number; height: number },
): Promise<number> {
  const cut = sharp(path, { ignoreIcc: true }).extract(area).flatten({ background: "#fff" });
  const bytes = await cut.greyscale().toColourspace("b-w").raw().toBuffer();
  return bytes.filter((value) => value < 110).length / bytes.length;
}

export function largestDifference(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let largest = 0;
  for (let index = 0; index < a.length; index++)
    largest = Math.max(largest, Math.abs((a[index] ?? 0) - (b[index] ?? 0)));
  return a.length === b.length ? largest : Number.POSITIVE_INFINITY;
}

export function meanDifference(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let sum = 0;
  for (let index = 0; index < a.length; index++) sum += Math.abs((a[index] ?? 0) - (b[index] ?? 0));
  return a.length === b.length ? sum / a.length : Number.POSITIVE_INFINITY;
}
