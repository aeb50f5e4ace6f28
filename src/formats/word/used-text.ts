import { decodeXml } from "../xml/references.ts";
import { PartReader, type Tag } from "./part-reader.ts";
import type { WordElements } from "./word-elements.ts";

/** What the text of a document asks of the machine that shows it. */
export type UsedText = {
  /** The names of the fonts, as the document has them; of a DOC, only LibreOffice knows them. */
  fonts?: string[];
  /** Its characters beyond ASCII, each once. */
  characters: string[];
};

/** Real documents have a few dozen fonts and a few thousand characters, those in Chinese. */
const max = { fonts: 100, characters: 10_000 };
/** The characters beyond ASCII of a text whose fonts are not the document's own choice. */
export const listCharacters = (text: string): string[] =>
  [...new Set(text)]
    .filter((character) => character > "\u007f")
    .slice(0, max.characters)
    .sort();

/** How many styles one may be based on, one after another. */
const longestChain = 20;

/** The scripts for which Word knows separate fonts (ECMA-376 part 1, 17.3.2.26). */
type Script = "ascii" | "eastAsia" | "cs";
type Fonts = Partial<Record<Script, string>>;
type Style = { basedOn?: string; fonts: Fonts };

const scripts: [Script, RegExp][] = [
  ["eastAsia", /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u],
  ["cs", /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Thai}\p{Script=Devanagari}]/u],
];

/** The value of an attribute of the tag that was entered last, in Unicode. */
function attributeOf(elements: WordElements, { raw }: Tag, name: string): string | undefined {
  const value = elements.findAttribute(raw, name);
  return value === undefined ? undefined : toUnicode(value);
}

/** The transitional and the strict namespace of themes (ECMA-376 parts 4 and 1). */
const drawingNamespaces = [
  "http://schemas.openxmlformats.org/drawingml/2006/main",
  "http://purl.oclc.org/ooxml/drawingml/main",
];

/** The fonts that a theme has for its headings (major) and its text (minor), read from its part. */
export class ThemeFonts extends PartReader {
  readonly #fonts = new Map<string, string>();
  /** The element around the fonts of one kind. */
  #kind: string | undefined;

  constructor() {
    super(drawingNamespaces);
  }

  /** The font of a role such as `minorEastAsia` (ECMA-376 part 1, 17.18.96). */
  find(role: string | undefined): string | undefined {
    const [, kind, script] = /^(major|minor)(\w*)$/.exec(role ?? "") ?? [];
    const element = script === "EastAsia" ? "ea" : script === "Bidi" ? "cs" : "latin";
    return this.#fonts.get(`${kind}Font ${element}`);
  }

  protected enter(token: Tag, local: string): void {
    if (local === "majorFont" || local === "minorFont") this.#kind = local;
    if (this.#kind === undefined || !["latin", "ea", "cs"].includes(local)) return;
    const key = `${this.#kind} ${local}`;
    const font = attributeOf(this.elements, token, "typeface");
    if (font !== undefined && !this.#fonts.has(key)) this.#fonts.set(key, font);
  }

  protected leave(_token: Tag | undefined, local: string): void {
    if (local === this.#kind) this.#kind = undefined;
  }

  protected text(): void {}
}

/** The fonts of the styles of a document, read from its part with the styles. */
export class FontStyles extends PartReader {
  readonly #theme: ThemeFonts;
  readonly #styles = new Map<string, Style>();
  #defaults: Fonts = {};
  #defaultParagraph: string | undefined;
  #style: Style | undefined;
  readonly #resolved = new Map<string, Fonts>();

  constructor(theme: ThemeFonts) {
    super();
    this.#theme = theme;
  }

  /** The fonts of an element `w:rFonts`. */
  getFonts(attribute: (name: string) => string | undefined): Fonts {
    const theme = (name: string) => this.#theme.find(attribute(name));
    const named: Fonts = {
      ascii: theme("asciiTheme") ?? attribute("ascii") ?? theme("hAnsiTheme") ?? attribute("hAnsi"),
      eastAsia: theme("eastAsiaTheme") ?? attribute("eastAsia"),
      cs: theme("cstheme") ?? attribute("cs"),
    };
    return Object.fromEntries(Object.entries(named).filter(([, name]) => name !== undefined && name !== ""));
  }

  /** The fonts of text with these styles, before those that it names itself. */
  resolve(paragraphStyle: string | undefined, characterStyle: string | undefined): Fonts {
    const key = `${paragraphStyle}\n${characterStyle}`;
    const known = this.#resolved.get(key);
    if (known) return known;
    const fonts = {
      ...this.#defaults,
      ...this.#inherit(paragraphStyle ?? this.#defaultParagraph),
      ...this.#inherit(characterStyle),
    };
    this.#resolved.set(key, fonts);
    return fonts;
  }

  protected enter(token: Tag, local: string): void {
    if (local === "style") this.#begin(token);
    if (local === "basedOn" && this.#style) this.#style.basedOn = attributeOf(this.elements, token, "val");
    if (local !== "rFonts") return;
    const fonts = this.getFonts((name) => attributeOf(this.elements, token, name));
    if (this.#style) this.#style.fonts = { ...this.#style.fonts, ...fonts };
    else this.#defaults = fonts;
  }

  protected leave(_token: Tag | undefined, local: string): void {
    if (local === "style") this.#style = undefined;
  }

  protected text(): void {}

  #begin(token: Tag): void {
    const id = attributeOf(this.elements, token, "styleId") ?? "";
    this.#style = { fonts: {} };
    this.#styles.set(id, this.#style);
    const isDefault = /^(?:1|true|on)$/.test(attributeOf(this.elements, token, "default") ?? "");
    if (isDefault && attributeOf(this.elements, token, "type") === "paragraph") this.#defaultParagraph = id;
  }

  #inherit(id: string | undefined): Fonts {
    const chain: Fonts[] = [];
    for (let next = id; next !== undefined && chain.length < longestChain; ) {
      const style = this.#styles.get(next);
      chain.unshift(style?.fonts ?? {});
      next = style?.basedOn;
    }
    return Object.assign({}, ...chain);
  }
}

type OpenText = { kind: "p" | "r"; style?: string; fonts: Fonts };

/** Collects the fonts and characters of the text of all parts. */
export class TextUse {
  readonly #styles: FontStyles;
  readonly #fonts = new Set<string>();
  readonly #characters = new Set<string>();

  constructor(styles: FontStyles) {
    this.#styles = styles;
  }

  get used(): UsedText {
    return { fonts: [...this.#fonts].sort(), characters: [...this.#characters].sort() };
  }

  /** A reader for the text of one part. */
  openPart(): Pick<PartReader, "read" | "end"> {
    return new TextReader(this.#styles, (text, fonts) => this.#note(text, fonts));
  }

  #note(text: string, fonts: Fonts): void {
    if (!/[^\0-\u007f]/.test(text)) {
      if (/[!-~]/.test(text)) this.#addFont(fonts.ascii);
      return;
    }
    const visible = text.replace(/[\s\p{C}]/gu, "");
    if (visible === "") return;
    const found = scripts.filter(([, pattern]) => pattern.test(visible));
    const isOther = found.length === 0 || /[\p{Script=Latin}\p{Nd}]/u.test(visible);
    for (const [script] of found) this.#addFont(fonts[script]);
    if (isOther) this.#addFont(fonts.ascii);
    for (const character of visible)
      if (character > "\u007f" && this.#characters.size < max.characters) this.#characters.add(character);
  }

  #addFont(name: string | undefined): void {
    if (name !== undefined && this.#fonts.size < max.fonts) this.#fonts.add(name);
  }
}

class TextReader extends PartReader {
  readonly #styles: FontStyles;
  readonly #note: (text: string, fonts: Fonts) => void;
  /** The open paragraphs and runs, innermost last. */
  readonly #open: OpenText[] = [];
  #text: string | undefined;

  constructor(styles: FontStyles, note: (text: string, fonts: Fonts) => void) {
    super();
    this.#styles = styles;
    this.#note = note;
  }

  protected enter(token: Tag, local: string): void {
    const innermost = this.#open.at(-1);
    if (local === "p" || local === "r") this.#open.push({ kind: local, fonts: {} });
    else if (local === "t") this.#text = "";
    else if (innermost?.kind === "r" && local === "rStyle")
      innermost.style = attributeOf(this.elements, token, "val");
    else if (innermost?.kind === "p" && local === "pStyle")
      innermost.style = attributeOf(this.elements, token, "val");
    else if (innermost?.kind === "r" && local === "rFonts")
      innermost.fonts = this.#styles.getFonts((name) => attributeOf(this.elements, token, name));
    else if (local === "sym") this.#note("a", { ascii: attributeOf(this.elements, token, "font") ?? "" });
  }

  protected text(raw: string): void {
    if (this.#text !== undefined) this.#text += raw;
  }

  protected leave(_token: Tag | undefined, local: string): void {
    if (local === "p" || local === "r") this.#open.pop();
    if (local !== "t" || this.#text === undefined) return;
    const run = this.#open.findLast(({ kind }) => kind === "r");
    const paragraph = this.#open.findLast(({ kind }) => kind === "p");
    const fonts = { ...this.#styles.resolve(paragraph?.style, run?.style), ...run?.fonts };
    this.#note(decodeXml(toUnicode(this.#text)), fonts);
    this.#text = undefined;
  }
}

const strict = new TextDecoder("utf-8", { fatal: true });

/** The reader of parts leaves the bytes of UTF-8 as they are, one character for each. */
function toUnicode(text: string): string {
  if (!/[^\0-\u007f]/.test(text) || /[^\0-\u00ff]/.test(text)) return text;
  try {
    return strict.decode(Buffer.from(text, "latin1"));
  } catch {
    return text;
  }
}
