import { WordElements } from "./word-elements.ts";
import { type XmlToken, XmlTokens } from "./xml-tokens.ts";

/** A tag, which opens an element, closes one, or does both. */
export type Tag = Extract<XmlToken, { name: string }>;

/** Reads the text of a part piece by piece; subclasses see its elements, and the text between them. */
export abstract class PartReader {
  protected readonly elements: WordElements;
  readonly #tokens = new XmlTokens();

  /** `namespaces`: those of the elements whose names are of interest; default: Word's. */
  constructor(namespaces?: readonly string[]) {
    this.elements = new WordElements(namespaces);
  }

  read(piece: string): void {
    for (const token of this.#tokens.read(piece)) this.#take(token);
  }

  end(): void {
    for (const token of this.#tokens.end()) this.#take(token);
  }

  /** An element starts, which is in `elements` already. `parent`: the one around it. */
  protected abstract enter(token: Tag, local: string, parent: string | undefined): void;
  /** An element ends, which is no longer in `elements`. `token` is undefined if it has no end tag. */
  protected abstract leave(token: Tag | undefined, local: string): void;
  /** Text, or anything else that is no tag. */
  protected abstract text(raw: string): void;

  #take(token: XmlToken): void {
    if (token.kind === "other") {
      this.text(token.raw);
      return;
    }
    if (token.kind === "end") {
      this.leave(token, this.elements.leave());
      return;
    }
    const { parent } = this.elements;
    this.enter(token, this.elements.enter(token), parent);
    if (token.kind === "empty") this.leave(undefined, this.elements.leave());
  }
}

/**
 * The tags of a group without a meaning of its own, in the place of those of an element that goes: the namespaces that
 * it declares stay declared for its content. Both are empty if it declares none.
 */
export function groupInPlaceOf({ kind, raw, name }: Tag): { start: string; end: string } {
  const declarations = raw.match(/\sxmlns(?::[^\s=]+)?\s*=\s*(?:"[^"]*"|'[^']*')/g)?.join("") ?? "";
  if (declarations === "" || kind === "empty") return { start: "", end: "" };
  const group = `${name.slice(0, name.indexOf(":") + 1)}smartTag`;
  return { start: `<${group}${declarations}>`, end: `</${group}>` };
}
