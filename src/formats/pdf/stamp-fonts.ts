import { type EmbeddedFont, type EmbeddedFonts, embedFonts } from "../text/pdf-fonts.ts";
import { type Glyph, type ShapedText, shapeText } from "../text/shape.ts";
import type { Revision } from "./revision.ts";
import { writeFont } from "./write-font.ts";

/** What nearly every stamp is written with. A few glyphs more per file buy a font that is made once, not per file. */
const defaultCharacters = " !&'()+,-./0123456789:@ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz·";

type DefaultFonts = { fonts: EmbeddedFonts; glyphs: Set<string> };

let usual: DefaultFonts | undefined;
const writtenFonts = new WeakMap<Revision, Map<EmbeddedFont, number>>();

/** Fonts that hold every glyph of the lines: the usual one where it is enough, else fonts made for these lines. */
export function fontsFor(lines: ShapedText[]): EmbeddedFonts {
  usual ??= makeUsual();
  const { fonts, glyphs } = usual;
  const enough = lines.every(({ runs }) =>
    runs.every((run) => run.font === "latin" && run.glyphs.every((glyph) => isPlain(glyph, glyphs))),
  );
  return enough ? fonts : embedFonts(lines);
}

function makeUsual(): DefaultFonts {
  const line = shapeText(defaultCharacters);
  return { fonts: embedFonts([line]), glyphs: new Set(line.runs.flatMap((run) => run.glyphs.map(nameOf))) };
}

const nameOf = ({ id, text }: Glyph): string => `${id}:${text}`;
const isPlain = (glyph: Glyph, known: Set<string>): boolean =>
  glyph.dx === 0 && glyph.dy === 0 && known.has(nameOf(glyph));

/** Object number of a font, which a revision holds only once. */
export function writeFontOnce(revision: Revision, font: EmbeddedFont): number {
  const written = writtenFonts.get(revision) ?? new Map<EmbeddedFont, number>();
  writtenFonts.set(revision, written);
  const number = written.get(font) ?? writeFont(revision, font);
  written.set(font, number);
  return number;
}
