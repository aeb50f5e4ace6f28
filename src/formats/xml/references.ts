const entities: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

/** The references that XML itself defines (XML 1.0, 4.1 and 4.6), and `&` where none begins. */
const reference = /&(?:(?:#(\d{1,7})|#x([0-9a-fA-F]{1,6})|(amp|lt|gt|quot|apos));)?/g;

/** A text without its character references and predefined entities; what is neither stays as it is. */
export function decodeXml(text: string): string {
  return text.replace(reference, (whole, ...groups) => decode(groups) ?? whole);
}

/** The same; undefined if an `&` begins neither. */
export function decodeWholeXml(text: string): string | undefined {
  let isKnown = true;
  const decoded = text.replace(reference, (_, ...groups) => {
    const character = decode(groups);
    isKnown &&= character !== undefined;
    return character ?? "";
  });
  return isKnown ? decoded : undefined;
}

function decode([decimal, hexadecimal, name]: (string | undefined)[]): string | undefined {
  if (name !== undefined) return entities[name];
  const code = decimal === undefined ? Number.parseInt(hexadecimal ?? "", 16) : Number(decimal);
  return code <= 0x10ffff ? String.fromCodePoint(code) : undefined;
}
