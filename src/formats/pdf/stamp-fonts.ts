import { type EmbeddedFont, type EmbeddedFonts, embedFonts } from "../text/pdf-fonts.ts";
import { type Glyph, type ShapedText, shapeText } from "../text/shape.ts";
import type { Revision } from "./revision.ts";
import { writeFont } from "./write-font.ts";

/** The characters of nearly every stamp. A few more glyphs per file allow one font for all files. */
const defaultCharacters = " !&'()+,-./0123456789:@ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz·";

type DefaultFonts = { fonts: EmbeddedFonts; glyphs: Set<string> };

let defaultFonts: DefaultFonts | undefined;
const writtenFonts = new WeakMap<Revision, Map<EmbeddedFont, number>>();

/** Fonts with every glyph of the lines: the default font if it has them all, otherwise subsets for these lines. */
export function fontsFor(lines: ShapedText[]): EmbeddedFonts {
  defaultFonts ??= makeDefaultFonts();
  const { fonts, glyphs } = defaultFonts;
  const enough = lines.every(({ runs }) =>
    runs.every((run) => run.font === "latin" && run.glyphs.every((glyph) => isPlain(glyph, glyphs))),
  );
  return enough ? fonts : embedFonts(lines);
}

function makeDefaultFonts(): DefaultFonts {
  const line = shapeText(defaultCharacters);
  return {
    fonts: embedFonts([line]),
    glyphs: new Set(line.runs.flatMap((run) => run.glyphs.map(getGlyphName))),
  };
}

const getGlyphName = ({ id, text }: Glyph): string => `${id}:${text}`;
const isPlain = (glyph: Glyph, known: Set<string>): boolean =>
  glyph.dx === 0 && glyph.dy === 0 && known.has(getGlyphName(glyph));

/** The object number of a font, which a revision contains only once. */
export function writeFontOnce(revision: Revision, font: EmbeddedFont): number {
  const written = writtenFonts.get(revision) ?? new Map<EmbeddedFont, number>();
  writtenFonts.set(revision, written);
  const number = written.get(font) ?? writeFont(revision, font, { listsGlyphs: true });
  written.set(font, number);
  return number;
}
