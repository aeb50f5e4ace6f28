/** Word joiner: nothing to be seen, and no part of an address to a program that looks for one. */
const joiner = "\u2060";

/** What stands inside addresses: a dot or a look-alike, an @, the colon after a scheme, two slashes. */
const insideAddress = /(?<=[\p{L}\p{N}-])[.。．｡․](?=[\p{L}\p{N}-])|@|(?<=\p{L}):(?=\S)|\/(?=\/)/gu;

/**
 * What somebody is called, for mails to people who never asked for one. It reads the same, but mail programs find
 * no address in it that they could make a link of: only our own links are links.
 */
export function unlinked(name: string): string {
  return name.replace(insideAddress, (sign) => `${joiner}${sign}${joiner}`);
}
