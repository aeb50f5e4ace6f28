import { type EmbeddedFont, embedFonts } from "../text/pdf-fonts.ts";
import { shapeText } from "../text/shape.ts";

const printable = String.fromCharCode(...Array.from({ length: 95 }, (_, index) => 32 + index));
const accented = "áéíóúñüÁÉÍÓÚÑÜ";
/** Pairs of letters that the fonts draw as one glyph, as in "certificate" and "draft". */
const joined = " ff fi fl ffi ft";
/** The characters of titles, serial numbers, addresses, dates and most names. */
const titles = `${printable.replace(/[^\w &'(),./:-]/g, "")}${accented}−’“”${joined}`;

/** The characters of our own text in all languages, and of most names. */
const characters = {
  sans: `${printable}${accented}·−–—‘’“”…¿¡${joined}`,
  "sans-bold": titles,
  serif: titles,
} as const;

const faces = ["sans", "sans-bold", "serif"] as const;

let fonts: EmbeddedFont[] | undefined;

/**
 * The fonts for these characters, built once per process because that takes longer than the rest of a certificate. A
 * font that lacks a character of a certificate is built again for that certificate.
 */
export function getDefaultFonts(): EmbeddedFont[] {
  fonts ??= embedFonts(faces.map((face) => shapeText(characters[face], { face }))).fonts;
  return fonts;
}
