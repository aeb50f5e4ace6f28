import { stampColors } from "../stamp/stamp.ts";
import { type StampBlock, strongOutline } from "../stamp/stamp-block.ts";
import { type EmbeddedFonts, showText } from "../text/pdf-fonts.ts";
import { numberText } from "./matrix.ts";

/** Units of a form per em; some readers round fonts of size 1 badly. */
export const unitsPerEm = 10;

/** The translucent tint does not hide anything completely and keeps the text readable on dark pages. */
const tintOpacity = 0.88;
/** Width of the bar at the beginning of the strip, in em: it marks the strip on black-and-white prints. */
const barWidth = 0.22;

const [tint, ink] = [stampColors.tint, stampColors.ink].map((color) =>
  color.map((channel) => numberText(channel / 255)).join(" "),
);

/** Outlines are solid and have their own width, independent of the graphics state of the page. */
export const graphicsStates = `<< /Tint << /ca ${tintOpacity} >> /Ink << /ca 1 /CA 1 /LW ${numberText(strongOutline * unitsPerEm)} /LJ 1 /D [[] 0] >> >>`;

/** The content of the Form XObject that draws a block of lines; its lower left corner is 0 0. */
export function formContent(block: StampBlock, fonts: EmbeddedFonts): string {
  const texts = block.lines.map(({ pieces, baseline }) => {
    const shown = pieces.map(({ text, size, isStrong }) => {
      const operators = showText(fonts, text, size * unitsPerEm);
      return isStrong ? `2 Tr\n${operators}0 Tr\n` : operators;
    });
    return `1 0 0 1 ${units(block.start, block.height - baseline)} Tm\n${shown.join("")}`;
  });
  const strip = `${tint} rg /Tint gs\n${units(0, 0, block.width, block.height)} re f`;
  const bar = `${ink} rg ${ink} RG /Ink gs\n${units(0, 0, barWidth, block.height)} re f`;
  return `${strip}\n${bar}\nBT\n0 Tr\n${texts.join("\n")}\nET\n`;
}

const units = (...lengths: number[]): string =>
  lengths.map((length) => numberText(length * unitsPerEm)).join(" ");
