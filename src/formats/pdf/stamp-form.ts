import type { Language } from "../languages.ts";
import { listBars } from "../qr-code.ts";
import { stampColors } from "../stamp/stamp.ts";
import { barWidth, type StampBlock, type StampCode } from "../stamp/stamp-block.ts";
import { type EmbeddedFonts, showText } from "../text/pdf-fonts.ts";
import { numberText } from "./matrix.ts";

/** Units of a form per em; some readers round fonts of size 1 badly. */
export const unitsPerEm = 10;

/** The translucent tint does not hide anything completely and keeps the text readable on dark pages. */
const tintOpacity = 0.88;

/** The exponent of the color space's tone curve. */
const gamma = 2.2;

const [tint, ink] = [stampColors.tint, stampColors.ink].map((color) =>
  color.map((channel) => numberText(linear(channel / 255) ** (1 / gamma))).join(" "),
);

/** The intensity of a channel of sRGB (IEC 61966-2-1). */
function linear(channel: number): number {
  return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
}

/**
 * The primaries and the white of sRGB. Unlike device colors, it looks the same whatever the page declares as its
 * default color spaces (ISO 32000-2, 8.6.5.6), and PDF/A allows it without an output intent.
 */
const colorSpace =
  `[/CalRGB << /WhitePoint [0.9505 1 1.089] /Gamma [${gamma} ${gamma} ${gamma}] ` +
  "/Matrix [0.4124 0.2126 0.0193 0.3576 0.7152 0.1192 0.1805 0.0722 0.9505] >>]";

/** Every parameter that can hide what is drawn. PDF/A allows no other values of most of them. */
const plainState = "/BM /Normal /SMask /None /AIS false /OP false /op false /OPM 0 /TR2 /Default";

const graphicsStates = (opacity: number): string =>
  `<< /Tint << ${plainState} /ca ${opacity} /CA 1 >> /Ink << /ca 1 /CA 1 >> >>`;

/**
 * The resources of the forms besides fonts. In a PDF/A, the tint is opaque: part 1 forbids transparency (ISO 19005-1,
 * 6.4), and later parts restrict it to pages with a known color space.
 */
export const formResources = (isArchival: boolean): string =>
  `/ColorSpace << /Stamp ${colorSpace} >> /ExtGState ${graphicsStates(isArchival ? 1 : tintOpacity)} /ProcSet [/PDF /Text]`;

/** Isolates the forms from the rules of a page's group (ISO 32000-2, 11.6.6). */
export const formGroup = `/Group << /S /Transparency /I true /CS ${colorSpace} >>`;

const plainText = "0 Tr 0 Tc 0 Tw 100 Tz 0 Ts";

/**
 * The content of the Form XObject that draws a block of lines; its lower left corner is 0 0. With `language`, it
 * says the language of the text.
 */
export function formContent(block: StampBlock, fonts: EmbeddedFonts, language?: Language): string {
  const texts = block.lines.map(({ pieces, baseline }) => {
    const shown = pieces.map(({ text, size }) => showText(fonts, text, size * unitsPerEm));
    return `1 0 0 1 ${units(block.start, block.height - baseline)} Tm\n${shown.join("")}`;
  });
  const strip = `/Tint gs /Stamp cs /Stamp CS\n${tint} sc\n${units(0, 0, block.width, block.height)} re f`;
  const bar = `/Ink gs ${ink} sc ${ink} SC\n${units(0, 0, barWidth, block.height)} re f`;
  const code = block.code === undefined ? "" : `${drawCode(block.code, block.height)}\n`;
  const drawn = `${strip}\n${bar}\n${code}BT\n${plainText}\n${texts.join("\n")}\nET\n`;
  return language ? `/Artifact <</Lang (${language})>> BDC\n${drawn}EMC\n` : drawn;
}

/**
 * In black on white, the full height of the block: a print with two colors has no dots between its modules. Dark areas
 * are 0.11 modules smaller at every side, since printers and faxes make them grow: without that, zbarimg reads few
 * codes on pages at 90 dpi if their modules start between pixels.
 */
function drawCode({ modules, left, bottom, side }: StampCode, height: number): string {
  const white = `1 1 1 sc\n${units(barWidth, 0, 2 * (left - barWidth) + side, height)} re f`;
  const step = units(side / modules.size);
  const { size, dark } = modules;
  const rows = listBars(modules).map(
    ({ row, column, length }) => `${column} ${size - 1 - row} ${length - 1}.78 .78 re`,
  );
  // From the middle of a row to the middle of the next one, where both are dark.
  const between = { size, dark: dark.map((isDark, index) => isDark & (dark[index + size] ?? 0)) };
  const joints = listBars(between).map(
    ({ row, column, length }) => `${column} ${size - 2 - row}.39 ${length - 1}.78 1 re`,
  );
  const inPlace = `${step} 0 0 ${step} ${units(left, bottom)} cm 1 0 0 1 .11 .11 cm`;
  return `q ${white}\n0 0 0 sc\n${inPlace}\n${[...rows, ...joints].join("\n")}\nf Q`;
}

const units = (...lengths: number[]): string =>
  lengths.map((length) => numberText(length * unitsPerEm)).join(" ");
