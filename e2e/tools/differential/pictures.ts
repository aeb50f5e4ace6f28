import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Browser, chromium, type Page } from "@playwright/test";
import sharp from "sharp";
import { AppError } from "../../../src/errors.ts";
import type { PictureType } from "../../../src/formats/file-types.ts";
import { colorCases, type ShownPicture, shownStrip } from "../../../src/formats/images/test-colors.ts";
import type { Stamp } from "../../../src/formats/stamp/stamp.ts";
import type { WorkerPool } from "../../../src/platform/jobs/worker-pool.ts";
import { browsers } from "../../support/tools.ts";
import type { Result } from "./trial.ts";

export type Picture = { name: string; path: string };

const stampingTimeoutMs = 300_000;
/** The contrast that WCAG 2 requires of text. */
const minContrast = 4.5;
/** Levels of 255 by which the strip's paper may differ from its own color, as in Adobe RGB. */
const maxDistance = 16;
/** Mean levels of 255 by which programs may show a stamped picture differently. */
const maxDifference = 12;

/** Writes the generated pictures to a new folder. */
export async function writeGeneratedPictures(folder: string): Promise<Picture[]> {
  mkdirSync(folder, { recursive: true });
  const written: Picture[] = [];
  for (const { name, fileType, make } of colorCases()) {
    const path = join(folder, `${written.length}.${fileType === "image/png" ? "png" : "jpg"}`);
    writeFileSync(path, await make());
    written.push({ name, path });
  }
  return written;
}

/**
 * Stamps PNG and JPEG pictures as the product does. In a browser, in a program that applies ICC profiles and in one
 * that ignores all that a file says about its colors, they must look the same and have a readable stamp.
 */
export async function tryPictures(pictures: Picture[], pool: WorkerPool, folder: string): Promise<Result[]> {
  const executablePath = browsers.map((name) => Bun.which(name)).find((path) => path !== null);
  const browser: Browser = await chromium.launch({
    ...(executablePath ? { executablePath } : {}),
    args: ["--no-sandbox"],
  });
  try {
    const page = await browser.newPage();
    const results: Result[] = [];
    for (const picture of pictures) results.push(await tryPicture(picture, pool, folder, page));
    return results;
  } finally {
    await browser.close();
  }
}

async function tryPicture(
  { name, path }: Picture,
  pool: WorkerPool,
  folder: string,
  page: Page,
): Promise<Result> {
  const result: Result = { name, position: "bottom-left", failures: [], leftOut: [] };
  const stamp: Stamp = {
    productName: "Attestamp",
    serialNumber: "AT-7K3M9-QX2T4-HV8BW-1C5DN",
    clientName: "Jane Doe",
    time: Date.UTC(2026, 10, 20, 19, 11, 0),
    timeZone: "America/Chicago",
    position: "bottom-left",
  };
  mkdirSync(folder, { recursive: true });
  const output = join(folder, "stamped");
  try {
    const bytes = readFileSync(path);
    const fileType: PictureType = bytes[0] === 0x89 ? "image/png" : "image/jpeg";
    const sha256 = createHash("sha256").update(bytes).digest("hex");
    const order = { input: path, output, fileType, sha256, stamp };
    await pool.run("stamp", order, { timeoutMs: stampingTimeoutMs });
    result.failures.push(...(await findProblems(bytes, readFileSync(output), fileType, page)));
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (error.kind === "unsupported") result.refusal = error.message;
    else result.failures.push(`stamping ended with "${error.message}"`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return result;
}

async function findProblems(
  original: Buffer,
  stamped: Buffer,
  fileType: PictureType,
  page: Page,
): Promise<string[]> {
  const { autoOrient } = await sharp(original).metadata();
  const inBrowser = await drawInBrowser(stamped, fileType, page);
  const shown: [string, ShownPicture][] = [
    ["a browser", inBrowser],
    ["a program that applies profiles", await draw(stamped, false)],
    ["a program that ignores profiles", await draw(stamped, true)],
  ];
  return shown.flatMap(([program, picture]) => {
    const { contrast, distance } = shownStrip(picture, autoOrient.height);
    const problems = [];
    if (contrast < minContrast || distance > maxDistance) problems.push(`${program} shows no readable stamp`);
    if (differenceOf(picture.pixels, inBrowser.pixels) > maxDifference)
      problems.push(`${program} shows other colors than a browser`);
    return problems;
  });
}

async function drawInBrowser(bytes: Buffer, fileType: PictureType, page: Page): Promise<ShownPicture> {
  const drawn = await page.evaluate(
    async (address) => {
      const image = new Image();
      image.src = address;
      await image.decode();
      const canvas = document.createElement("canvas");
      [canvas.width, canvas.height] = [image.naturalWidth, image.naturalHeight];
      canvas.getContext("2d")?.drawImage(image, 0, 0);
      return canvas.toDataURL("image/png");
    },
    `data:${fileType};base64,${bytes.toString("base64")}`,
  );
  return draw(Buffer.from(drawn.slice(drawn.indexOf(",") + 1), "base64"), true);
}

/** The picture as sRGB, with its ICC profile applied or ignored. */
async function draw(bytes: Buffer, ignoreIcc: boolean): Promise<ShownPicture> {
  const { data, info } = await sharp(bytes, { ignoreIcc })
    .autoOrient()
    .flatten({ background: "white" })
    .toColourspace("srgb")
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  const pixels = channels === 3 ? data : Buffer.from([...data].flatMap((value) => [value, value, value]));
  return { width, height, pixels };
}

/** The mean difference; infinite for pictures of different sizes. */
function differenceOf(one: Uint8Array, other: Uint8Array): number {
  if (one.length !== other.length) return Number.POSITIVE_INFINITY;
  let sum = 0;
  for (let at = 0; at < one.length; at++) sum += Math.abs((one[at] as number) - (other[at] as number));
  return sum / one.length;
}
