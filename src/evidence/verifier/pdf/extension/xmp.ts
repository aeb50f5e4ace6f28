import { NotPlain } from "./values.ts";

/** Properties that a program changes when it saves a file: dates of the change, and its own name. */
const ofSaving: ReadonlySet<string> = new Set([
  "http://ns.adobe.com/xap/1.0/ ModifyDate",
  "http://ns.adobe.com/xap/1.0/ MetadataDate",
  "http://ns.adobe.com/pdf/1.3/ Producer",
  "adobe:ns:meta/ xmptk",
]);

const xml = "http://www.w3.org/XML/1998/namespace";
const rdf = "http://www.w3.org/1999/02/22-rdf-syntax-ns#";
const part =
  /<\?[^>]*\?>|<!--(?:[^-]|-(?!-))*-->|<\/([^\s<>/]+)\s*>|<([^\s<>/!?]+)((?:\s+[^\s=<>/]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>|([^<]+)/y;
const attribute = /([^\s=]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;

/**
 * The properties in XMP metadata (ISO 16684-1, 7), sorted, except those that saving changes. A simple property reads
 * the same as an attribute or an element. Throws `NotPlain` for XML with entities, CDATA or a document type.
 */
export function propertiesIn(text: string): string[] {
  const properties: string[] = [];
  const open: {
    tag: string;
    path: string;
    names: ReadonlyMap<string, string>;
    children: number;
    text: string;
  }[] = [];
  part.lastIndex = 0;
  for (let at = 0; at < text.length; at = part.lastIndex) {
    part.lastIndex = at;
    const [whole, closed, tag, attributes = "", isEmpty = "", content] = part.exec(text) ?? [];
    if (whole === undefined) throw new NotPlain("not XML that we read");
    const parent = open.at(-1);
    if (content !== undefined && parent) parent.text += content;
    else if (content !== undefined && content.replace("\ufeff", "").trim() !== "")
      throw new NotPlain("text outside of XML");
    if (tag !== undefined) {
      const given = [...attributes.matchAll(attribute)].map(
        ([, name = "", one, other]) => [name, one ?? other ?? ""] as const,
      );
      const names = new Map(parent?.names ?? [["xml", xml]]);
      for (const [name, value] of given) if (/^xmlns(?::|$)/.test(name)) names.set(name.slice(6), value);
      const name = expand(tag, names);
      if (parent) parent.children += 1;
      const isStructure =
        name === `${rdf} Description` || name === `${rdf} RDF` || name === "adobe:ns:meta/ xmpmeta";
      const place = isStructure
        ? ""
        : `/${name.startsWith(rdf) ? `${name}[${parent?.children ?? 0}]` : name}`;
      const path = (parent?.path ?? "") + place;
      for (const [key, value] of given)
        if (!/^xmlns(?::|$)/.test(key)) add(properties, path, expand(key, names), value);
      if (isEmpty === "") open.push({ tag, path, names, children: 0, text: "" });
    }
    if (closed !== undefined) {
      if (parent?.tag !== closed) throw new NotPlain("tags that do not match");
      open.pop();
      if (parent.children === 0) addText(properties, parent.path, parent.text);
      else if (parent.text.trim() !== "") throw new NotPlain("text between elements");
    }
  }
  if (open.length > 0) throw new NotPlain("tags without an end");
  return properties.toSorted();
}

function add(properties: string[], path: string, name: string, value: string): void {
  if (ofSaving.has(name) || name === `${rdf} about`) return;
  addText(properties, `${path}/${name}`, value);
}

function addText(properties: string[], path: string, value: string): void {
  if (ofSaving.has(path.slice(1)) || path === "") return;
  properties.push(`${path} = ${value.replace(/&([^;]*);?/g, (_, name) => decode(name)).trim()}`);
}

const entities: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

function decode(name: string): string {
  const [, decimal, hex] = /^#(?:(\d{1,7})|x([\da-fA-F]{1,6}))$/.exec(name) ?? [];
  const point = decimal === undefined ? Number.parseInt(hex ?? "", 16) : Number(decimal);
  const text = point <= 0x10ffff ? String.fromCodePoint(point) : entities[name];
  if (text === undefined) throw new NotPlain("an entity");
  return text;
}

/** A name with its namespace. */
function expand(name: string, names: ReadonlyMap<string, string>): string {
  const [prefix = "", local] = name.includes(":") ? name.split(":") : ["", name];
  const space = names.get(prefix) ?? (prefix === "" ? "" : undefined);
  if (space === undefined || local === undefined) throw new NotPlain("a prefix without a namespace");
  return `${space} ${local}`;
}
