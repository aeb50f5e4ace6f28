import { pipeline } from "node:stream/promises";
import { createDeflate } from "node:zlib";
import type { ReadAt } from "../read-at.ts";
import type { PdfPicture } from "./image-pdf.ts";
import { damagedPicture } from "./picture-limits.ts";
import { tiffCompressions, unpackTiff } from "./tiff-compression.ts";
import { readTiffNumbers, type TiffPage } from "./tiff-pages.ts";
import { readSamples, undoDifferences, undoFloatDifferences } from "./tiff-samples.ts";

const tags = {
  bitsPerSample: 258,
  fillOrder: 266,
  stripOffsets: 273,
  rowsPerStrip: 278,
  stripByteCounts: 279,
  planarConfiguration: 284,
  predictor: 317,
  colorMap: 320,
  tileWidth: 322,
  tileLength: 323,
  tileOffsets: 324,
  tileByteCounts: 325,
  extraSamples: 338,
  sampleFormat: 339,
};

const photometric = { whiteIsZero: 0, blackIsZero: 1, rgb: 2, palette: 3, separated: 5 } as const;
const colorSpaces: Record<number, PdfPicture["colorSpace"]> = {
  [photometric.whiteIsZero]: "DeviceGray",
  [photometric.blackIsZero]: "DeviceGray",
  [photometric.rgb]: "DeviceRGB",
  [photometric.palette]: "DeviceRGB",
  [photometric.separated]: "DeviceCMYK",
};
const floatFormat = 3;
const floatBits = [16, 24, 32, 64];
const separatePlanes = 2;
const predictors = { none: 1, differences: 2, floatDifferences: 3 };
const alphaKinds = { associated: 1, unassociated: 2 };

const maxSamples = 16;
const maxPieces = 1 << 21;
/** Maximum bytes of one decompressed row of strips or tiles, and pixels by which a tile may exceed the picture. */
const maxBand = 128 * 1024 * 1024;
const maxTileOverlap = 4_096;

/** Strips or tiles: their size, how many there are per row, and the location of each one's data, plane by plane. */
type Pieces = {
  width: number;
  rows: number;
  across: number;
  perPlane: number;
  offsets: number[];
  sizes: number[];
  areTiles: boolean;
};

type Raster = {
  readAt: ReadAt;
  page: TiffPage;
  pieces: Pieces;
  planes: number;
  predictor: number;
  /** 16-bit colors: all reds, then all greens, then all blues. */
  colorMap: number[];
  /** The kind of alpha after the colors, if any. */
  alpha: number | undefined;
  /** Whether all pixels read so far are opaque. */
  isOpaque: boolean;
};

/**
 * Decodes a page losslessly at any bit depth: gray, RGB, palettes and CMYK, as integers of up to 16 bits or
 * floating-point numbers, in strips or tiles; transparent pixels are shown on white. Rows are streamed into the PDF's
 * data, so that only one row of strips is in memory at a time. Undefined for unsupported kinds; throws AppError for
 * data that ends early.
 */
export async function rasterPicture(
  readAt: ReadAt,
  page: TiffPage,
): Promise<{ picture: PdfPicture; isOpaque: boolean } | undefined> {
  const colorSpace = colorSpaces[page.photometric];
  const raster = colorSpace && (await readRaster(readAt, page));
  if (!raster) return undefined;
  const range = isFloat(page) ? await floatRange(raster) : { min: 0, max: 2 ** page.bitsPerSample - 1 };
  const bitsPerComponent = isFloat(page) || page.bitsPerSample > 8 ? 16 : 8;
  const target = page.photometric === photometric.palette ? 8 : bitsPerComponent;
  const colors = countColors(page.photometric);
  const data: Buffer[] = [];
  await pipeline(pngRows(raster, range, target), createDeflate(), async (packed: AsyncIterable<Buffer>) => {
    for await (const chunk of packed) data.push(chunk);
  });
  const predictor = `/Predictor 15 /Colors ${colors} /BitsPerComponent ${target} /Columns ${page.width}`;
  const picture = {
    width: page.width,
    height: page.height,
    colorSpace,
    bitsPerComponent: target,
    filter: `/Filter /FlateDecode /DecodeParms << ${predictor} >>`,
    data,
    orientation: page.orientation,
  };
  return { picture, isOpaque: raster.isOpaque };
}

export const isFloat = ({ sampleFormat }: TiffPage): boolean => sampleFormat === floatFormat;

const countColors = (kind: number): number =>
  kind === photometric.separated ? 4 : kind === photometric.rgb || kind === photometric.palette ? 3 : 1;

/** Color samples per pixel as stored. */
const storedColors = (kind: number): number => (kind === photometric.palette ? 1 : countColors(kind));

async function readRaster(readAt: ReadAt, page: TiffPage): Promise<Raster | undefined> {
  const numbers = (tag: number, max = maxSamples) => readTiffNumbers(readAt, page, tag, max);
  const first = async (tag: number, otherwise: number) => (await numbers(tag))[0] ?? otherwise;
  const { bitsPerSample, samplesPerPixel, photometric: kind } = page;
  const bits = await numbers(tags.bitsPerSample);
  const formats = await numbers(tags.sampleFormat);
  const predictor = await first(tags.predictor, predictors.none);
  const known =
    samplesPerPixel >= storedColors(kind) &&
    samplesPerPixel <= maxSamples &&
    bits.every((value) => value === bitsPerSample) &&
    formats.every((value) => value === page.sampleFormat) &&
    (isFloat(page) ? floatBits.includes(bitsPerSample) : isUnsigned(page) && bitsPerSample <= 16) &&
    (await first(tags.fillOrder, 1)) === 1 &&
    isKnownPredictor(predictor, page) &&
    Object.values<number>(tiffCompressions).includes(page.compression);
  if (!known || bitsPerSample < 1) return undefined;
  const planes = (await first(tags.planarConfiguration, 1)) === separatePlanes ? samplesPerPixel : 1;
  const pieces = await readPieces(readAt, page, planes);
  if (!pieces) return undefined;
  const colorMap = kind === photometric.palette ? await numbers(tags.colorMap, 3 << 16) : [];
  if (kind === photometric.palette && colorMap.length < 3 * 2 ** bitsPerSample) return undefined;
  const [extra] = samplesPerPixel > storedColors(kind) ? await numbers(tags.extraSamples) : [];
  const isAlpha = extra === alphaKinds.associated || extra === alphaKinds.unassociated;
  const hasAlpha = isAlpha && kind !== photometric.palette && kind !== photometric.separated;
  const alpha = hasAlpha ? extra : undefined;
  return { readAt, page, pieces, planes, predictor, colorMap, alpha, isOpaque: true };
}

/** Format 4 means "undefined"; every program reads it as unsigned. */
const isUnsigned = ({ sampleFormat }: TiffPage): boolean => sampleFormat === 1 || sampleFormat === 4;

function isKnownPredictor(predictor: number, page: TiffPage): boolean {
  if (predictor === predictors.none) return true;
  if (predictor === predictors.differences) return [8, 16, 32].includes(page.bitsPerSample);
  return predictor === predictors.floatDifferences && isFloat(page);
}

async function readPieces(readAt: ReadAt, page: TiffPage, planes: number): Promise<Pieces | undefined> {
  const numbers = (tag: number, max: number) => readTiffNumbers(readAt, page, tag, max);
  const { width, height } = page;
  const [tileWidth] = await numbers(tags.tileWidth, 1);
  const [tileRows] = await numbers(tags.tileLength, 1);
  const areTiles = tileWidth !== undefined && tileRows !== undefined;
  const [rowsPerStrip = height] = areTiles ? [tileRows] : await numbers(tags.rowsPerStrip, 1);
  const piece = { width: tileWidth ?? width, rows: areTiles ? rowsPerStrip : Math.min(rowsPerStrip, height) };
  if (piece.width < 1 || piece.rows < 1) return undefined;
  if (piece.width > width + maxTileOverlap || piece.rows > height + maxTileOverlap) return undefined;
  const across = Math.ceil(width / piece.width);
  const perPlane = across * Math.ceil(height / piece.rows);
  const bandBits = across * piece.width * piece.rows * page.samplesPerPixel * page.bitsPerSample;
  if (perPlane * planes > maxPieces || bandBits / 8 > maxBand) return undefined;
  const offsets = await numbers(areTiles ? tags.tileOffsets : tags.stripOffsets, maxPieces);
  const sizes = await numbers(areTiles ? tags.tileByteCounts : tags.stripByteCounts, maxPieces);
  if (offsets.length < perPlane * planes) throw damagedPicture();
  return { ...piece, across, perPlane, offsets, sizes, areTiles };
}

/** The samples of each row, pixel by pixel; the array is reused. */
async function* sampleRows(raster: Raster): AsyncGenerator<Float64Array> {
  const { page, pieces, planes } = raster;
  const { width, height, samplesPerPixel } = page;
  const inPlane = samplesPerPixel / planes;
  const samples = new Float64Array(width * samplesPerPixel);
  const ofPiece = new Float64Array(pieces.width * inPlane);
  for (let top = 0; top < height; top += pieces.rows) {
    const rows = Math.min(pieces.rows, height - top);
    const band = await readBand(raster, top / pieces.rows, pieces.areTiles ? pieces.rows : rows);
    for (let row = 0; row < rows; row++) {
      for (const [index, piece] of band.entries()) {
        const plane = Math.floor(index / pieces.across);
        const left = (index % pieces.across) * pieces.width;
        readRow(piece, row, raster, ofPiece);
        const columns = Math.min(pieces.width, width - left);
        for (let column = 0; column < columns; column++) {
          const to = (left + column) * samplesPerPixel + plane;
          for (let sample = 0; sample < inPlane; sample++)
            samples[to + sample] = ofPiece[column * inPlane + sample] as number;
        }
      }
      yield samples;
    }
  }
}

function readRow(
  piece: Buffer,
  row: number,
  { page, pieces, planes, predictor }: Raster,
  samples: Float64Array,
) {
  const { bitsPerSample: bits, layout } = page;
  const channels = page.samplesPerPixel / planes;
  const size = rowSize(pieces, channels, bits);
  const bytes = piece.subarray(row * size, (row + 1) * size);
  const how = { bits, isFloat: isFloat(page), little: layout.little };
  if (predictor === predictors.differences) undoDifferences(bytes, how, channels);
  if (predictor !== predictors.floatDifferences) readSamples(bytes, how, samples, pieces.width * channels);
  else {
    const numbers = undoFloatDifferences(bytes, bits, channels);
    readSamples(numbers, { ...how, little: false }, samples, pieces.width * channels);
  }
}

const rowSize = ({ width }: Pieces, channels: number, bits: number): number =>
  Math.ceil((width * channels * bits) / 8);

/** One row of strips or tiles, decompressed, in plane order. */
async function readBand(
  { readAt, page, pieces, planes }: Raster,
  band: number,
  rows: number,
): Promise<Buffer[]> {
  const size = rowSize(pieces, page.samplesPerPixel / planes, page.bitsPerSample) * rows;
  const unpacked: Buffer[] = [];
  for (let plane = 0; plane < planes; plane++) {
    for (let across = 0; across < pieces.across; across++) {
      const index = plane * pieces.perPlane + band * pieces.across + across;
      const offset = pieces.offsets[index] ?? 0;
      const maxPacked = 2 * size + 65_536;
      const packed = await readAt(offset, Math.min(pieces.sizes[index] ?? maxPacked, maxPacked));
      // A copy: predictors are undone in place, and floating-point data is read twice.
      const plain = unpackTiff(page.compression, packed, size);
      if (!plain) throw damagedPicture();
      unpacked.push(plain);
    }
  }
  return unpacked;
}

type Range = { min: number; max: number };

/** The range of sample values: 0 to 1 if they lie within it, otherwise from the smallest to the largest. */
async function floatRange(raster: Raster): Promise<Range> {
  const { samplesPerPixel, photometric: kind } = raster.page;
  const colors = storedColors(kind);
  const range = { min: 0, max: 1 };
  for await (const samples of sampleRows(raster)) {
    for (const [index, value] of samples.entries()) {
      if (index % samplesPerPixel >= colors || !Number.isFinite(value)) continue;
      if (value < range.min) range.min = value;
      if (value > range.max) range.max = value;
    }
  }
  return range;
}

/** The rows as PNG stores them, each as its difference from the row above (ISO/IEC 15948, filter type 2). */
async function* pngRows(raster: Raster, range: Range, bits: number): AsyncGenerator<Buffer> {
  const size = (raster.page.width * countColors(raster.page.photometric) * bits) / 8;
  let above = Buffer.alloc(size);
  let row = Buffer.alloc(size);
  for await (const samples of sampleRows(raster)) {
    paintRow(row, samples, raster, range, bits);
    const filtered = Buffer.alloc(size + 1, 2);
    for (let at = 0; at < size; at++) filtered[at + 1] = (row[at] as number) - (above[at] as number);
    [above, row] = [row, above];
    yield filtered;
  }
}

function paintRow(
  row: Buffer,
  samples: Float64Array,
  raster: Raster,
  { min, max }: Range,
  bits: number,
): void {
  const { page, colorMap, alpha } = raster;
  const { width, samplesPerPixel, photometric: kind } = page;
  const colors = countColors(kind);
  const full = 2 ** bits - 1;
  const put = (at: number, share: number) => {
    const value = Math.round(Math.min(1, Math.max(0, share)) * full);
    if (bits === 8) row[at] = value;
    else row.writeUInt16BE(value, 2 * at);
  };
  const mapSize = 2 ** page.bitsPerSample;
  const normalize = (value: number) => (Number.isNaN(value) ? 0 : (value - min) / (max - min));
  for (let pixel = 0; pixel < width; pixel++) {
    const from = pixel * samplesPerPixel;
    const opacity = alpha === undefined ? 1 : normalize(samples[from + colors] as number);
    if (opacity < 1) raster.isOpaque = false;
    for (let color = 0; color < colors; color++) {
      const at = pixel * colors + color;
      if (kind === photometric.palette) {
        put(at, (colorMap[color * mapSize + (samples[from] as number)] ?? 0) / 65_535);
        continue;
      }
      const share = normalize(samples[from + color] as number);
      const shown = kind === photometric.whiteIsZero ? 1 - share : share;
      // On white paper.
      put(at, (alpha === alphaKinds.unassociated ? shown * opacity : shown) + (1 - opacity));
    }
  }
}
