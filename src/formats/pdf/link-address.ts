const webSchemes = new Set(["http", "https", "mailto", "tel", "ftp"]);
const scriptSchemes = new Set(["javascript", "vbscript", "data"]);

/** Readers skip spaces, control characters and the zeros of UTF-16 in an address. */
const plain = (address: Buffer): string =>
  address
    .toString("latin1")
    .replace(/[^!-~]/g, "")
    .toLowerCase();

const parseScheme = (address: string): string | undefined =>
  /^[^a-z]*([a-z][a-z0-9+.-]*):/.exec(address)?.[1];

/** An address that contains a script. */
export const isScript = (address: Buffer): boolean => scriptSchemes.has(parseScheme(plain(address)) ?? "");

/**
 * True for web, mail and telephone addresses, even without a scheme; false for anything that reaches into the reader's
 * computer or network: files, shares ("\\server\share") and programs that registered a scheme.
 */
export function isWebLink(address: Buffer): boolean {
  const text = plain(address);
  if (/^[^a-z0-9]*[\\/]{2}/.test(text) || text.startsWith("\\")) return false;
  const scheme = parseScheme(text);
  return (
    scheme === undefined || webSchemes.has(scheme) || /^[a-z0-9-]+(\.[a-z0-9-]+)+:\d+(?![^/?#])/.test(text)
  );
}

/** True for another document in the same folder; false for shares, absolute addresses and devices. */
export const isPlainFile = (path: Buffer): boolean => {
  const text = plain(path);
  return !/^[\\/]{2}/.test(text) && parseScheme(text) === undefined;
};
