import { decodeWholeXml } from "../xml/references.ts";

/** A value in XMP metadata and the property it belongs to: namespace and name, with nothing between them. */
export type XmpValue = { property: string; value: string };

const rdf = "http://www.w3.org/1999/02/22-rdf-syntax-ns#";
/** More than the metadata of a picture need; what is larger or nested more deeply is not read. */
const maxBytes = 262_144;
const maxDepth = 32;
/** Prefixes of namespaces that are known inside one element. */
const maxNames = 128;

const token =
  /<\?[^>]*\?>|<!--(?:[^-]|-(?!-))*-->|<\/([^\s<>/]+)\s*>|<([^\s<>/!?]+)((?:\s+[^\s=<>/]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>|([^<]+)/y;
const attribute = /([^\s=]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;

type Element = { tag: string; property: string; names: ReadonlyMap<string, string> };

/**
 * The values of these properties in XMP metadata (ISO 16684-1, 7) in UTF-8, written as elements, items of lists,
 * attributes or references. Empty for everything that is not plain XML: a document type, entities of its own, CDATA,
 * tags that do not match.
 */
export function readXmpValues(packet: Buffer, properties: ReadonlySet<string>): XmpValue[] {
  if (packet.length > maxBytes) return [];
  const text = packet
    .toString("utf8")
    .replace(/^\ufeff/, "")
    .replace(/\0+$/, "");
  const values: XmpValue[] = [];
  const add = (property: string, raw: string) => {
    const value = decodeWholeXml(raw.trim());
    if (value === undefined) return false;
    if (value !== "" && properties.has(property)) values.push({ property, value });
    return true;
  };
  const open: Element[] = [];
  for (let at = 0; at < text.length; at = token.lastIndex) {
    token.lastIndex = at;
    const [whole, closed, tag, attributes = "", isEmpty = "", content] = token.exec(text) ?? [];
    if (whole === undefined) return [];
    const parent = open.at(-1);
    if (closed !== undefined && open.pop()?.tag !== closed) return [];
    if (content !== undefined && !add(parent?.property ?? "", content)) return [];
    if (tag === undefined) continue;
    if (open.length >= maxDepth) return [];
    const given = [...attributes.matchAll(attribute)].map(
      ([, name = "", one, other]) => [name, one ?? other ?? ""] as const,
    );
    const declared = given.filter(([name]) => name.startsWith("xmlns:"));
    if ((parent?.names.size ?? 0) + declared.length > maxNames) return [];
    const names =
      parent && declared.length === 0
        ? parent.names
        : new Map([
            ...(parent?.names ?? []),
            ...declared.map(([name, value]) => [name.slice(6), value] as const),
          ]);
    const own = expand(tag, names);
    const property = properties.has(own) ? own : (parent?.property ?? "");
    for (const [name, value] of given) {
      const isReference = expand(name, names) === `${rdf}resource`;
      if (!add(isReference ? property : expand(name, names), value)) return [];
    }
    if (isEmpty === "") open.push({ tag, property, names });
  }
  return open.length === 0 ? values : [];
}

/** A name with its namespace instead of its prefix. */
function expand(name: string, names: ReadonlyMap<string, string>): string {
  const colon = name.indexOf(":");
  return colon < 0 ? name : `${names.get(name.slice(0, colon)) ?? ""}${name.slice(colon + 1)}`;
}
