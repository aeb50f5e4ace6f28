/** Word joiner: invisible, and not part of an address for programs that search for one. */
const joiner = "\u2060";

/** Positions inside addresses: at a dot or a look-alike, an @, the colon after a scheme, two slashes. */
const insideAddress = /(?<=[\p{L}\p{N}-])[.。．｡․](?=[\p{L}\p{N}-])|@|(?<=\p{L}):(?=\S)|\/(?=\/)/gu;

/**
 * A name for emails to people who never asked for one. It looks the same, but mail programs find no address in it to
 * turn into a link: only our own links are links.
 */
export function defang(name: string): string {
  return name.replace(insideAddress, (sign) => `${joiner}${sign}${joiner}`);
}
