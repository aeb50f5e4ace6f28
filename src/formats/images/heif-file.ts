import type { LibHeif } from "libheif-js/libheif-wasm/libheif-bundle.mjs";
import { AppError } from "../../errors.ts";
import { checkPictureSize, damagedPicture, maxPixels, pictureMessages } from "./picture-limits.ts";

/** Code points of ITU-T H.273. */
export type CodePoints = { primaries: number; transfer: number; matrix: number };

/** Interleaved RGB or RGBA samples, of 8 bits, or of 16 bits in the order of bytes of this machine. */
export type Samples = { bytes: Buffer; width: number; height: number; channels: 3 | 4; isDeep: boolean };

/** The main picture of a HEIF file: HEIC or AVIF. */
export type HeifFile = {
  width: number;
  height: number;
  /** The number of pictures that programs show. */
  pictures: number;
  /** Whether the file is also an animation. */
  isSequence: boolean;
  /** Undefined if the file does not say; an ICC profile, if there is one, precedes them. */
  codePoints: CodePoints | undefined;
  /** Decodes a HEIC, upright. AVIF needs another decoder. */
  decode(): Samples;
};

/** Values of libheif's enumerations. */
const rgb = 1;
const chroma = { rgb: 10, rgba: 11, deepRgb: 14, deepRgba: 15 } as const;
const interleaved = 10;
/** A struct heif_error is a code, a more exact code and a text. */
const errorBytes = 12;
const errors = { unsupportedType: 3, unsupportedFeature: 4, memory: 6, plugin: 11 };
const tooLargeError = 1000;
/** Where a struct heif_security_limits has what a picture and all of them may take. */
const limitsAt = { pixels: 8, totalMemory: 64 };
/** Half of what a child may use. */
const maxMemory = 1_500_000_000;

/**
 * Opens a HEIF file. Throws AppError `unsupported` for a file that is damaged, too large, or needs a decoder that there
 * is none of. The library is loaded with the first file: it is large, and most children never need it.
 */
export async function openHeif(bytes: Buffer): Promise<HeifFile> {
  const { default: createLibHeif } = await import("libheif-js/libheif-wasm/libheif-bundle.mjs");
  return new Heif(await createLibHeif()).open(bytes);
}

/** One instance of the library for one file; its memory is freed with it. */
class Heif {
  readonly #lib: LibHeif;
  readonly #error: number;
  readonly #result: number;

  constructor(lib: LibHeif) {
    this.#lib = lib;
    this.#error = lib._malloc(errorBytes);
    this.#result = lib._malloc(8);
  }

  open(bytes: Buffer): HeifFile {
    const lib = this.#lib;
    const context = lib._heif_context_alloc();
    const limits = lib._heif_context_get_security_limits(context);
    this.#view.setBigUint64(limits + limitsAt.pixels, BigInt(maxPixels), true);
    this.#view.setBigUint64(limits + limitsAt.totalMemory, BigInt(maxMemory), true);
    const copy = lib._malloc(bytes.length);
    lib.HEAPU8.set(bytes, copy);
    lib._heif_context_read_from_memory(this.#error, context, copy, bytes.length, 0);
    this.#check();
    lib._free(copy);
    lib._heif_context_get_primary_image_handle(this.#error, context, this.#result);
    this.#check();
    const handle = this.#pointer(this.#result);
    const [width, height] = [
      lib._heif_image_handle_get_width(handle),
      lib._heif_image_handle_get_height(handle),
    ];
    checkPictureSize(width, height);
    return {
      width,
      height,
      pictures: lib._heif_context_get_number_of_top_level_images(context),
      isSequence: lib._heif_context_has_sequence(context) !== 0,
      codePoints: this.#readCodePoints(handle),
      decode: () => this.#decode(handle),
    };
  }

  #readCodePoints(handle: number): CodePoints | undefined {
    this.#lib._heif_image_handle_get_nclx_color_profile(this.#error, handle, this.#result);
    if (this.#view.getUint32(this.#error, true) !== 0) return undefined;
    const profile = this.#pointer(this.#result);
    // Behind its version, which takes four bytes.
    const [primaries = 0, transfer = 0, matrix = 0] = [4, 8, 12].map((at) =>
      this.#view.getUint32(profile + at, true),
    );
    return { primaries, transfer, matrix };
  }

  #decode(handle: number): Samples {
    const lib = this.#lib;
    const hasAlpha = lib._heif_image_handle_has_alpha_channel(handle) !== 0;
    const isDeep = lib._heif_image_handle_get_luma_bits_per_pixel(handle) > 8;
    const layout = isDeep
      ? hasAlpha
        ? chroma.deepRgba
        : chroma.deepRgb
      : hasAlpha
        ? chroma.rgba
        : chroma.rgb;
    lib._heif_decode_image(this.#error, handle, this.#result, rgb, layout, 0);
    this.#check();
    const image = this.#pointer(this.#result);
    const plane = lib._heif_image_get_plane_readonly(image, interleaved, this.#result);
    const stride = this.#view.getUint32(this.#result, true);
    const [width, height] = [
      lib._heif_image_get_width(image, interleaved),
      lib._heif_image_get_height(image, interleaved),
    ];
    if (plane === 0 || width < 1 || height < 1) throw damagedPicture();
    checkPictureSize(width, height);
    const channels = hasAlpha ? 4 : 3;
    const row = width * channels * (isDeep ? 2 : 1);
    const samples = Buffer.allocUnsafe(row * height);
    for (let y = 0; y < height; y++)
      samples.set(lib.HEAPU8.subarray(plane + y * stride, plane + y * stride + row), y * row);
    if (isDeep) scaleUp(samples, lib._heif_image_get_bits_per_pixel_range(image, interleaved));
    return { bytes: samples, width, height, channels, isDeep };
  }

  /** Throws AppError `unsupported` if the last call failed. */
  #check(): void {
    const [code, exact] = [
      this.#view.getUint32(this.#error, true),
      this.#view.getUint32(this.#error + 4, true),
    ];
    if (code === 0) return;
    if (code === errors.memory || exact === tooLargeError)
      throw AppError.from("unsupported", pictureMessages.tooLarge);
    if (code === errors.unsupportedType || code === errors.unsupportedFeature || code === errors.plugin)
      throw AppError.from("unsupported", pictureMessages.rareHeif);
    throw damagedPicture(new Error(`libheif: error ${code}.${exact}`));
  }

  #pointer(at: number): number {
    return this.#view.getUint32(at, true);
  }

  /** Of all memory, which moves when it grows. */
  get #view(): DataView {
    return new DataView(this.#lib.HEAPU8.buffer);
  }
}

/** From samples of `bits` bits, in 16 each, to all of the 16 bits. */
function scaleUp(samples: Buffer, bits: number): void {
  const values = new Uint16Array(samples.buffer, samples.byteOffset, samples.length / 2);
  const max = 2 ** bits - 1;
  if (bits < 9 || bits > 15) return;
  for (let index = 0; index < values.length; index++)
    values[index] = Math.round(((values[index] ?? 0) * 65_535) / max);
}
