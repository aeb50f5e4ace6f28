import { linePitch, padding, type StampBlock } from "../stamp/stamp-block.ts";
import { type EmbeddedFonts, showText } from "../text/pdf-fonts.ts";
import { numberText } from "./matrix.ts";
import type { StampPlace } from "./placement.ts";

/** Units of a form per em; some readers round fonts of size 1 badly. */
export const unitsPerEm = 10;

/** The translucent background hides nothing completely and keeps the text readable on dark pages. */
const backing = "1 1 1 rg /Backing gs";
const ink = "0.09 0.13 0.24 rg /Ink gs";
/** From the top of a line down to its baseline, in em. */
const ascentInLine = 0.95;

export const graphicsStates = "<< /Backing << /ca 0.82 >> /Ink << /ca 1 >> >>";

/** The content of the Form XObject that draws a block of lines; its lower left corner is 0 0. */
export function formContent(block: StampBlock, fonts: EmbeddedFonts, alignment: Alignment): string {
  const texts = block.lines.map((line, index) => {
    const left = getLineStart(line.width, block.width, alignment);
    const baseline = block.height - padding - index * linePitch - ascentInLine;
    return `1 0 0 1 ${units(left, baseline)} Tm\n${showText(fonts, line, unitsPerEm)}`;
  });
  const box = `${units(0, 0, block.width, block.height)} re f`;
  return `${backing}\n${box}\n${ink}\nBT\n${texts.join("\n")}\nET\n`;
}

/** The horizontal alignment of the lines in a block. */
export type Alignment = "start" | "center" | "end";

/** Lines are aligned to the side of the page where the stamp is. */
export function alignmentAt(place: StampPlace): Alignment {
  if (place.endsWith(" edge")) return "center";
  return place.endsWith(" left") ? "start" : "end";
}

function getLineStart(line: number, block: number, alignment: Alignment): number {
  if (alignment === "start") return padding;
  return alignment === "center" ? (block - line) / 2 : block - line - padding;
}

const units = (...lengths: number[]): string =>
  lengths.map((length) => numberText(length * unitsPerEm)).join(" ");
