/**
 * The token or signed statement in what follows the # of an address. It consists of the characters of base64url and of
 * periods between them; anything after it, as the period of a sentence that the address ended, is not part of it.
 */
export function readFragment(hash: string): string {
  const [characters = ""] = /^[\w.-]*/.exec(hash.replace(/^#/, "")) ?? [];
  return characters.replace(/\.+$/, "");
}
