import type { FontKey } from "../text/fonts.ts";
import { type EmbeddedFont, type EmbeddedFonts, embedFonts } from "../text/pdf-fonts.ts";
import { type Glyph, type ShapedText, shapeText } from "../text/shape.ts";
import type { Revision } from "./revision.ts";
import { writeFont } from "./write-font.ts";

const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

const accented = "áéíóúñÁÉÍÓÚÑ";

/** The characters of nearly every stamp by face. A few more glyphs per file allow the same fonts for all files. */
const defaultCharacters = {
  latin: ` !&'()+,-./:@·º−${accented}${alphabet}`,
  "latin-bold": ` -${alphabet}`,
} as const;

type DefaultFonts = { fonts: EmbeddedFonts; glyphs: Map<FontKey, Set<string>> };

let defaultFonts: DefaultFonts | undefined;
const writtenFonts = new WeakMap<Revision, Map<EmbeddedFont, number>>();

/** Fonts with every glyph of the lines: the default fonts if they have them all, otherwise subsets for these lines. */
export function fontsFor(lines: ShapedText[]): EmbeddedFonts {
  defaultFonts ??= makeDefaultFonts();
  const { fonts, glyphs } = defaultFonts;
  const enough = lines.every(({ runs }) =>
    runs.every((run) => run.glyphs.every((glyph) => isPlain(glyph, glyphs.get(run.font)))),
  );
  return enough ? fonts : embedFonts(lines);
}

function makeDefaultFonts(): DefaultFonts {
  const faces = ["latin", "latin-bold"] as const;
  const lines = faces.map((face) => shapeText(defaultCharacters[face], { face }));
  const glyphs = faces.map((face, index) => {
    const names = lines[index]?.runs.flatMap((run) => run.glyphs.map(getGlyphName));
    return [face, new Set(names)] as const;
  });
  return { fonts: embedFonts(lines), glyphs: new Map(glyphs) };
}

const getGlyphName = ({ id, text }: Glyph): string => `${id}:${text}`;
const isPlain = (glyph: Glyph, known: Set<string> | undefined): boolean =>
  glyph.dx === 0 && glyph.dy === 0 && known?.has(getGlyphName(glyph)) === true;

/** The object number of a font, which a revision contains only once. */
export function writeFontOnce(revision: Revision, font: EmbeddedFont): number {
  const written = writtenFonts.get(revision) ?? new Map<EmbeddedFont, number>();
  writtenFonts.set(revision, written);
  const number = written.get(font) ?? writeFont(revision, font, { listsGlyphs: true });
  written.set(font, number);
  return number;
}
