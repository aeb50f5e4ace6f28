import type { TextFace } from "../text/fonts.ts";
import { type EmbeddedFont, type EmbeddedFonts, embedFonts } from "../text/pdf-fonts.ts";
import { Recent } from "../text/recent.ts";
import { type Glyph, type ShapedText, shapeText } from "../text/shape.ts";
import type { Revision } from "./revision.ts";
import { writeFont } from "./write-font.ts";

const digits = "0123456789";
const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/**
 * The characters of nearly every stamp by face; how many others a font for many files may contain besides: accents of
 * a name, or the product's name next to the digits and letters of serial numbers. A few more glyphs per file allow the
 * same fonts for many files.
 */
const commonFaces = {
  latin: { characters: ` &'(),-./:·−${digits}${letters}`, others: 4, resource: "F1" },
  "latin-bold": { characters: ` -${digits}ABCDEFGHJKMNPQRSTVWXYZ`, others: 20, resource: "F2" },
} as const satisfies Partial<Record<TextFace, { characters: string; others: number; resource: string }>>;

type CommonFace = keyof typeof commonFaces;

type CommonFont = { font: EmbeddedFont; glyphs: Set<string> };

const commonFonts = new Recent<CommonFont | undefined>();
const writtenFonts = new WeakMap<Revision, Map<EmbeddedFont, number>>();

/** Fonts with every glyph of the lines: one of few for many files for each face if possible, else for these lines. */
export function fontsFor(lines: ShapedText[]): EmbeddedFonts {
  const glyphs = findPlainGlyphs(lines);
  if (glyphs === undefined) return embedFonts(lines);
  const fonts: EmbeddedFont[] = [];
  for (const [face, used] of glyphs) {
    const common = findCommonFont(face, used);
    if (common === undefined) return embedFonts(lines);
    fonts.push(common.font);
  }
  return { fonts };
}

/** The glyphs by face; undefined if they are not all single letters of the common faces in their ordinary places. */
function findPlainGlyphs(lines: ShapedText[]): Map<CommonFace, Map<string, string>> | undefined {
  const found = new Map<CommonFace, Map<string, string>>();
  for (const { font, glyphs } of lines.flatMap(({ runs }) => runs)) {
    if (!isCommonFace(font)) return undefined;
    const used = found.get(font) ?? new Map<string, string>();
    found.set(font, used);
    for (const glyph of glyphs) {
      if (glyph.dx !== 0 || glyph.dy !== 0 || !isLetter.test(glyph.text)) return undefined;
      used.set(getGlyphName(glyph), glyph.text);
    }
  }
  return found;
}

const isCommonFace = (face: string): face is CommonFace => Object.hasOwn(commonFaces, face);

/** Marks and joiners would become one glyph with the letter before them. */
const isLetter = /^(?!\p{M}|\p{Join_Control}).$/su;

function findCommonFont(face: CommonFace, used: Map<string, string>): CommonFont | undefined {
  const { characters, others } = commonFaces[face];
  const missing = new Set([...used.values()].filter((text) => !characters.includes(text)));
  if (missing.size > others) return undefined;
  const added = [...missing].sort().join("");
  const common = commonFonts.get(added, face, () => makeCommonFont(face, added));
  return [...used.keys()].every((glyph) => common?.glyphs.has(glyph)) ? common : undefined;
}

function makeCommonFont(face: CommonFace, others: string): CommonFont | undefined {
  const { characters, resource } = commonFaces[face];
  const line = shapeText(characters + others, { face });
  const font = embedFonts([line]).fonts.find(({ key }) => key === face);
  const glyphs = line.runs.filter((run) => run.font === face).flatMap((run) => run.glyphs.map(getGlyphName));
  return font && { font: { ...font, resource }, glyphs: new Set(glyphs) };
}

const getGlyphName = ({ id, text }: Glyph): string => `${id}:${text}`;

/**
 * The object number of a font, which a revision contains only once. `listsGlyphs`: whether the file needs a list of its
 * glyphs, the same for all fonts of a revision.
 */
export function writeFontOnce(
  revision: Revision,
  font: EmbeddedFont,
  { listsGlyphs }: { listsGlyphs: boolean },
): number {
  const written = writtenFonts.get(revision) ?? new Map<EmbeddedFont, number>();
  writtenFonts.set(revision, written);
  const number = written.get(font) ?? writeFont(revision, font, { listsGlyphs });
  written.set(font, number);
  return number;
}
