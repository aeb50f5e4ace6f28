import { maxPixels } from "../src/formats/images/picture-limits.ts";
import {
  type Corners,
  mapCorners,
  type Size,
  scaleCorners,
  type Turns,
  turnSize,
} from "./features/photographed-pages/corners.ts";
import { drawTurned } from "./features/photographed-pages/draw-turned.ts";
import { findSheet, searchedSide } from "./features/photographed-pages/find-sheet.ts";
import { sizeInPicture } from "./features/photographed-pages/perspective.ts";
import { isHeic, readPictureSize } from "./features/photographed-pages/picture-size.ts";
import { type Pixels, straighten } from "./features/photographed-pages/straighten.ts";
import type {
  PhotoProblem,
  StraightenAnswer,
  StraightenTask,
} from "./features/photographed-pages/straighten-task.ts";

/**
 * Decodes photos and straightens the pages in them, one after the other: a photo of 48 megapixels takes 200 MB. The
 * server serves this script with a policy that allows no connections (src/server/http/web.ts), so it cannot send what
 * it sees.
 */
let last: Promise<void> = Promise.resolve();

addEventListener("message", ({ data }: MessageEvent<StraightenTask>) => {
  last = last.then(async () => postMessage(await answer(data)));
});

async function answer(task: StraightenTask): Promise<StraightenAnswer> {
  try {
    return task.kind === "open"
      ? { kind: "opened", photo: await open(task.file) }
      : { kind: "straightened", jpeg: await straightenPhoto(task) };
  } catch (error) {
    if (!(error instanceof Unusable)) console.error(error);
    return { kind: "problem", problem: error instanceof Unusable ? error.problem : "failed" };
  }
}

class Unusable extends Error {
  constructor(readonly problem: PhotoProblem) {
    super(problem);
  }
}

/** The size of a JPEG or PNG is within these bytes, after the largest usual EXIF and color profile. */
const headBytes = 512 * 1024;
const previewSide = 1600;

async function open(file: File) {
  const head = await read(file.slice(0, headBytes));
  const written = readPictureSize(head);
  if (written && written.width * written.height > maxPixels) throw new Unusable("tooLarge");
  const picture = await decode(file, head);
  const { width, height } = picture;
  const preview = draw(
    picture,
    0,
    { x: 0, y: 0, width, height },
    Math.min(1, previewSide / Math.max(width, height)),
  );
  picture.close();
  const small = Math.min(1, searchedSide / Math.max(preview.width, preview.height));
  const searched = draw(preview, 0, { x: 0, y: 0, width: preview.width, height: preview.height }, small);
  return {
    size: { width, height },
    preview: await saveJpeg(preview, 0.85),
    found: findSheet(takePixels(searched)),
  };
}

async function read(part: Blob): Promise<Uint8Array<ArrayBuffer>> {
  try {
    return new Uint8Array(await part.arrayBuffer());
  } catch {
    throw new Unusable("changed");
  }
}

async function decode(photo: Blob, head?: Uint8Array): Promise<ImageBitmap> {
  try {
    return await createImageBitmap(photo);
  } catch {
    // Browsers report a file that was changed in the same way.
    const start = head ?? (await read(photo.slice(0, 12)));
    await read(photo.slice(-1));
    throw new Unusable(isHeic(start) ? "heic" : "unreadable");
  }
}

/** Pixels for each pixel of the result: enough that none is left out, and few enough for a phone. */
const sampling = 1.4;
/** The largest canvas that iPhones have. */
const maxCanvas = 16_000_000;

async function straightenPhoto({
  source,
  turns,
  corners,
  size,
  maxBytes,
}: StraightenTask & { kind: "straighten" }) {
  const photo = await decode(source);
  const turned = turnSize(photo, turns);
  const inPhoto = sizeInPicture(corners, turned);
  const part = partAround(scaleCorners(corners, turned), turned);
  const scale = Math.min(
    1,
    sampling * Math.max(size.width / inPhoto.width, size.height / inPhoto.height),
    Math.sqrt(maxCanvas / (part.width * part.height)),
  );
  const canvas = draw(photo, turns, part, scale);
  photo.close();
  const [across, down] = [canvas.width / part.width, canvas.height / part.height];
  const inPart = mapCorners(scaleCorners(corners, turned), ({ x, y }) => ({
    x: (x - part.x) * across,
    y: (y - part.y) * down,
  }));
  return await saveWithin(toCanvas(straighten(takePixels(canvas), inPart, size)), maxBytes);
}

type Part = Size & { x: number; y: number };

/** The whole pixels around the corners. */
function partAround(corners: Corners, { width, height }: Size): Part {
  const [xs, ys] = [corners.map(({ x }) => x), corners.map(({ y }) => y)];
  const x = Math.max(0, Math.floor(Math.min(...xs)) - 1);
  const y = Math.max(0, Math.floor(Math.min(...ys)) - 1);
  return {
    x,
    y,
    width: Math.min(width, Math.ceil(Math.max(...xs)) + 1) - x,
    height: Math.min(height, Math.ceil(Math.max(...ys)) + 1) - y,
  };
}

/** Part of the turned picture at this scale, on white. */
function draw(
  picture: ImageBitmap | OffscreenCanvas,
  turns: Turns,
  part: Part,
  scale: number,
): OffscreenCanvas {
  const width = Math.max(1, Math.round(part.width * scale));
  const height = Math.max(1, Math.round(part.height * scale));
  const canvas = new OffscreenCanvas(width, height);
  const pen = getPen(canvas);
  pen.fillStyle = "white";
  pen.fillRect(0, 0, width, height);
  pen.imageSmoothingQuality = "high";
  pen.scale(width / part.width, height / part.height);
  pen.translate(-part.x, -part.y);
  drawTurned(pen, picture, turns);
  return canvas;
}

function getPen(canvas: OffscreenCanvas): OffscreenCanvasRenderingContext2D {
  const pen = canvas.getContext("2d", { willReadFrequently: true });
  if (!pen) throw new Unusable("failed");
  return pen;
}

/** The canvas is empty afterwards: phones have little memory for canvases, and free it late. */
function takePixels(canvas: OffscreenCanvas): Pixels {
  const { width, height } = canvas;
  const { data } = getPen(canvas).getImageData(0, 0, width, height);
  // A canvas for which there was no memory stays empty, without an error.
  if (data[3] !== 255) throw new Unusable("failed");
  canvas.width = 0;
  return { width, height, data };
}

function toCanvas({ width, height, data }: Pixels): OffscreenCanvas {
  const canvas = new OffscreenCanvas(width, height);
  getPen(canvas).putImageData(new ImageData(data, width, height), 0, 0);
  return canvas;
}

const qualities = [0.82, 0.7, 0.55, 0.4];
/** In pixels: below, the letters of a page cannot be read. */
const narrowest = 500;

/** The best JPEG of at most this many bytes. */
async function saveWithin(page: OffscreenCanvas, maxBytes: number): Promise<Blob> {
  for (const quality of qualities) {
    const jpeg = await saveJpeg(page, quality);
    if (jpeg.size <= maxBytes) return jpeg;
  }
  const { width, height } = page;
  if (width * 0.75 < narrowest) throw new Unusable("tooManyBytes");
  return await saveWithin(draw(page, 0, { x: 0, y: 0, width, height }, 0.75), maxBytes);
}

function saveJpeg(canvas: OffscreenCanvas, quality: number): Promise<Blob> {
  return canvas.convertToBlob({ type: "image/jpeg", quality });
}
