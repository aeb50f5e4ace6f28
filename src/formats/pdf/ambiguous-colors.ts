import type { PdfDocument } from "./document.ts";
import { countProfileComponents, isPlainProfile } from "./icc-profile.ts";
import { asArray, asName, asNumber, asReference, getText, type PdfDict, type Raw } from "./values.ts";

/**
 * A color space whose meaning some programs take from its name or number of components, and others from a profile or
 * function. `like` is what the former show: the two agree only if a trial says so.
 */
export type DoubtfulSpace = { space: string; like: Ink };
/** A device color space, or a colorant by its name. */
export type Ink = "DeviceGray" | "DeviceRGB" | "DeviceCMYK" | "Black" | "All" | "Cyan" | "Magenta" | "Yellow";

const deviceSpaces: Record<number, "DeviceGray" | "DeviceRGB" | "DeviceCMYK"> = {
  1: "DeviceGray",
  3: "DeviceRGB",
  4: "DeviceCMYK",
};
const namedColorants = new Set(["Black", "All", "Cyan", "Magenta", "Yellow"]);
const blendModes = new Set(
  (
    "Normal Compatible Multiply Screen Overlay Darken Lighten ColorDodge ColorBurn HardLight SoftLight Difference " +
    "Exclusion Hue Saturation Color Luminosity"
  ).split(" "),
);
const maxProfile = 4 * 1024 * 1024;
const gammas = { min: 0.8, max: 3 };

/** What is known about a color space: programs agree, they do not, or it has to be tried. */
export type Judgment = "agreed" | "ambiguous" | DoubtfulSpace;

/** Judges color spaces; each profile is read once. */
export class ColorSpaces {
  readonly #profiles = new Map<number, Judgment>();

  constructor(private readonly document: PdfDocument) {}

  /** `space` is an array that starts with the name of its family. */
  judge(space: Raw): Judgment {
    const { document } = this;
    const [first, second, third, fourth] = asArray(space) ?? [];
    const family = asName(document.resolve(first));
    const value = document.resolve(second);
    if (family === "ICCBased") return this.#judgeProfile(space, second);
    if (family === "CalRGB" || family === "CalGray")
      return isPlainCalibration(document, document.dict(value)) ? "agreed" : "ambiguous";
    if (family === "Separation") {
      const name = asName(value);
      if (name === "None") return "ambiguous";
      const isNamed = name !== undefined && namedColorants.has(name) && third && fourth;
      return isNamed ? { space: getText(space), like: name as Ink } : "agreed";
    }
    if (family === "DeviceN") {
      const names = (asArray(value, 64) ?? []).map((item) => asName(document.resolve(item)));
      return names.includes("None") ? "ambiguous" : "agreed";
    }
    return "agreed";
  }

  #judgeProfile(space: Raw, stream: Raw | undefined): Judgment {
    const number = asReference(stream)?.number ?? -1;
    const known = this.#profiles.get(number);
    if (known) return known;
    const judged = this.#readProfile(space, number);
    this.#profiles.set(number, judged);
    return judged;
  }

  #readProfile(space: Raw, number: number): Judgment {
    const { document } = this;
    const object = document.object(number);
    const dict = document.dict(object?.value);
    const components = asNumber(document.resolve(dict?.get("N")));
    const like = deviceSpaces[components ?? 0];
    const profile = object?.data ? document.unpacked(object, maxProfile) : undefined;
    if (!dict || !like) return "ambiguous";
    // Programs replace a profile that they cannot use by the alternate space.
    if (!(profile instanceof Buffer) || countProfileComponents(profile) !== components)
      return this.#isAlternateLike(dict, like) ? "agreed" : "ambiguous";
    return isPlainProfile(profile) ? "agreed" : { space: getText(space), like };
  }

  #isAlternateLike(profile: PdfDict, like: string): boolean {
    const alternate = this.document.resolve(profile.get("Alternate"));
    return !alternate || asName(alternate) === like;
  }

  /** The device color space with the same components as one that is based on a profile or calibrated. */
  deviceLike(space: Raw): Ink | undefined {
    const { document } = this;
    const [first, second] = asArray(document.resolve(space), 2) ?? [];
    const family = asName(document.resolve(first));
    if (family === "CalRGB") return "DeviceRGB";
    if (family === "CalGray") return "DeviceGray";
    if (family !== "ICCBased") return undefined;
    return deviceSpaces[asNumber(document.resolve(document.dict(second)?.get("N"))) ?? 0];
  }

  /** Judges the default color spaces among a page's or form's color spaces (ISO 32000-2, 8.6.5.6). */
  isOddDefault(key: string, value: Raw): boolean {
    const { document } = this;
    if (!/^Default(?:Gray|RGB|CMYK)$/.test(key)) return false;
    const space = document.resolve(value);
    const [first] = asArray(space, 1) ?? [];
    const family = asName(document.resolve(first ?? space));
    const device = key.replace("Default", "Device");
    if (family === device) return false;
    return this.deviceLike(value) !== device;
  }
}

function isPlainCalibration(document: PdfDocument, dict: PdfDict | undefined): boolean {
  const list = (key: string) => {
    const value = document.resolve(dict?.get(key));
    return value && (asArray(value) ?? [value]).map((item) => asNumber(document.resolve(item)) ?? Number.NaN);
  };
  const [, whiteY = Number.NaN] = list("WhitePoint") ?? [];
  const isPlainGamma = (list("Gamma") ?? [1]).every((gamma) => gamma >= gammas.min && gamma <= gammas.max);
  const matrix = list("Matrix");
  const luminances = [matrix?.[1], matrix?.[4], matrix?.[7]].map((value) => value ?? Number.NaN);
  const total = luminances.reduce((sum, value) => sum + value, 0);
  const isPlainMatrix = !matrix || (luminances.every((value) => value > 0) && Math.abs(total - 1) < 0.1);
  return Math.abs(whiteY - 1) < 0.01 && isPlainGamma && isPlainMatrix;
}

/** True if programs apply a graphics state parameter dictionary differently (ISO 32000-2, 8.4.5). */
export function isAmbiguousState(document: PdfDocument, dict: PdfDict): boolean {
  const mode = document.resolve(dict.get("BM"));
  if (mode && isAmbiguousBlendMode(document, mode)) return true;
  if (changesTones(document, dict.get("TR")) || changesTones(document, dict.get("TR2"))) return true;
  const mask = document.dict(dict.get("SMask"));
  return mask !== undefined && isAmbiguousSoftMask(document, mask);
}

function isAmbiguousBlendMode(document: PdfDocument, mode: Raw): boolean {
  const modes = asArray(mode);
  const names = (modes ?? [mode]).map((item) => asName(document.resolve(item)) ?? "");
  if (!modes) return !names.every((name) => blendModes.has(name));
  return names.length > 1 && new Set(names).size > 1;
}

/** True for a transfer function: some programs apply it, others do not. */
function changesTones(document: PdfDocument, raw: Raw | undefined): boolean {
  const value = document.resolve(raw);
  if (!value) return false;
  const parts = asArray(value) ?? [value];
  return parts.some((part) => {
    const dict = document.dict(part);
    return dict !== undefined && !isIdentity(document, dict);
  });
}

function isIdentity(document: PdfDocument, dict: PdfDict): boolean {
  const first = (key: string, missing: number) => {
    const [value] = asArray(document.resolve(dict.get(key))) ?? [];
    return asNumber(document.resolve(value)) ?? missing;
  };
  const number = (key: string) => asNumber(document.resolve(dict.get(key)));
  return number("FunctionType") === 2 && number("N") === 1 && first("C0", 0) === 0 && first("C1", 1) === 1;
}

function isAmbiguousSoftMask(document: PdfDocument, mask: PdfDict): boolean {
  if (mask.get("Type") && asName(document.resolve(mask.get("Type"))) !== "Mask") return false;
  const form = document.dict(mask.get("G"));
  if (!form) return false;
  return changesTones(document, mask.get("TR")) || document.dict(form.get("Group")) === undefined;
}
