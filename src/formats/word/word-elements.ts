import { readAttributes, type XmlToken } from "./xml-tokens.ts";

/** The transitional and the strict namespace (ECMA-376 parts 4 and 1), and Word's extension with data bindings. */
export const wordNamespaces = [
  "http://schemas.openxmlformats.org/wordprocessingml/2006/main",
  "http://purl.oclc.org/ooxml/wordprocessingml/main",
  "http://schemas.microsoft.com/office/word/2012/wordml",
];

/** Knows which elements are open, by their names in these namespaces, such as Word's; "" for those of others. */
export class WordElements {
  readonly #open: string[] = [];
  readonly #namespaces: readonly string[];
  readonly #scopes: { depth: number; prefixes: Map<string, boolean> }[] = [];

  constructor(namespaces: readonly string[] = wordNamespaces) {
    this.#namespaces = namespaces;
  }

  /** The element that directly contains the next one. */
  get parent(): string | undefined {
    return this.#open.at(-1);
  }

  get depth(): number {
    return this.#open.length;
  }

  /** Returns the name of the element that starts. */
  enter({ raw, name }: Extract<XmlToken, { name: string }>): string {
    if (raw.includes("xmlns")) this.#declare(raw);
    const colon = name.indexOf(":");
    const local = this.#isWord(name.slice(0, Math.max(0, colon))) ? name.slice(colon + 1) : "";
    this.#open.push(local);
    return local;
  }

  /** The value of an attribute of these namespaces, or else of one without a prefix, in the tag entered last. */
  findAttribute(raw: string, local: string): string | undefined {
    const attributes = readAttributes(raw);
    for (const [name, value] of attributes) {
      const colon = name.indexOf(":");
      if (colon > 0 && name.slice(colon + 1) === local && this.#isWord(name.slice(0, colon))) return value;
    }
    return attributes.get(local);
  }

  /** Returns the name of the element that ends. */
  leave(): string {
    const local = this.#open.pop() ?? "";
    while ((this.#scopes.at(-1)?.depth ?? -1) >= this.#open.length) this.#scopes.pop();
    return local;
  }

  #declare(raw: string): void {
    const prefixes = new Map<string, boolean>();
    for (const [name, value] of readAttributes(raw)) {
      if (name !== "xmlns" && !name.startsWith("xmlns:")) continue;
      prefixes.set(name.slice("xmlns:".length), this.#namespaces.includes(value));
    }
    if (prefixes.size > 0) this.#scopes.push({ depth: this.#open.length, prefixes });
  }

  #isWord(prefix: string): boolean {
    return this.#scopes.findLast(({ prefixes }) => prefixes.has(prefix))?.prefixes.get(prefix) ?? false;
  }
}
