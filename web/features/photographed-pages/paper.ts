import { languageCodes } from "../../../src/formats/languages.ts";
import { defaultLocales } from "../../texts/language.ts";
import type { Size } from "./corners.ts";

/** Sheets of paper in PDF points. */
const sheets = {
  letter: { width: 612, height: 792 },
  legal: { width: 612, height: 1008 },
  a4: { width: 595, height: 842 },
} as const;
export type Sheet = keyof typeof sheets;

/** `own`: each page has the shape in which it was photographed. */
export const paperChoices = ["letter", "legal", "a4", "own"] as const;
export type Paper = (typeof paperChoices)[number];

/** Where people use Letter (CLDR 47, paperSize of US); everywhere else it is A4. */
const letterRegions = /^(BZ|CA|CL|CO|CR|GT|MX|NI|PA|PH|PR|SV|US|VE)$/;

/** The usual paper of the reader, by the browser's languages. */
export function paperOfReader(languages: readonly string[]): "letter" | "a4" {
  const locales = languages.map((tag) => new Intl.Locale(tag));
  const region =
    locales.find((locale) => locale.region !== undefined)?.region ?? locales.map(defaultRegion)[0] ?? "US";
  return letterRegions.test(region) ? "letter" : "a4";
}

/** Of a language of the page, the region of its dates and numbers: Spanish without a country is Mexico's. */
function defaultRegion(locale: Intl.Locale): string | undefined {
  const language = languageCodes.find((code) => code === locale.language);
  return language === undefined ? locale.maximize().region : new Intl.Locale(defaultLocales[language]).region;
}

/** How far the shape of a photographed sheet may be from its own: people place corners by eye. */
const tolerance = 0.08;
/** The least difference by which the paper counts as another one than the reader's usual paper. */
const clearlyNearer = 0.02;

/** The paper whose shape (width divided by height) most pages have; the reader's usual paper if they have another. */
export function guessPaper(ratios: readonly number[], usual: "letter" | "a4"): Sheet {
  const upright = ratios
    .map((ratio) => Math.max(ratio, 1 / ratio))
    .filter((ratio) => (Object.keys(sheets) as Sheet[]).some((sheet) => isShape(sheet, ratio)))
    .toSorted((a, b) => a - b);
  const middle = upright[Math.floor(upright.length / 2)];
  if (middle === undefined) return usual;
  const candidates: Sheet[] = usual === "letter" ? ["letter", "legal", "a4"] : ["a4", "letter"];
  const difference = (sheet: Sheet) =>
    Math.abs(Math.log(middle / longRatio(sheet))) + (sheet === usual ? 0 : clearlyNearer);
  return candidates.reduce((best, sheet) => (difference(sheet) < difference(best) ? sheet : best));
}

const longRatio = (sheet: Sheet) => sheets[sheet].height / sheets[sheet].width;
const isShape = (sheet: Sheet, ratio: number) => Math.abs(Math.log(ratio / longRatio(sheet))) < tolerance;

/** A page of the PDF and where the picture is on it, in points from the bottom left. */
export type Layout = { page: Size; picture: Size & { x: number; y: number } };

/** White around a picture that has another shape than its page: half an inch. */
const margin = 36;

/**
 * The page for a picture of this shape: upright or lying like the picture. A picture of about the paper's shape fills
 * it; any other keeps its shape, in the middle.
 */
export function layOut(ratio: number, paper: Paper): Layout {
  const sheet = sheets[paper === "own" ? "a4" : paper];
  const page = ratio > 1 ? { width: sheet.height, height: sheet.width } : sheet;
  if (paper === "own") {
    const own = fit(ratio, page);
    return { page: own, picture: { ...own, x: 0, y: 0 } };
  }
  if (isShape(paper, Math.max(ratio, 1 / ratio))) return { page, picture: { ...page, x: 0, y: 0 } };
  const room = { width: page.width - 2 * margin, height: page.height - 2 * margin };
  const { width, height } = fit(ratio, room);
  return { page, picture: { width, height, x: (page.width - width) / 2, y: (page.height - height) / 2 } };
}

function fit(ratio: number, room: Size): Size {
  const width = Math.min(room.width, room.height * ratio);
  return { width, height: width / ratio };
}

/** Pixels per inch: letters of 6 points can be read, and a page takes about half a megabyte. */
const resolution = 200;

/** The size in pixels of a picture on its page: no more than the photo has. */
export function pixelsOn({ picture }: Layout, inPhoto: Size): Size {
  const wanted = (resolution / 72) * picture.width;
  const there = Math.max(inPhoto.width, (inPhoto.height * picture.width) / picture.height);
  const width = Math.max(1, Math.round(Math.min(wanted, there)));
  return { width, height: Math.max(1, Math.round((width * picture.height) / picture.width)) };
}
