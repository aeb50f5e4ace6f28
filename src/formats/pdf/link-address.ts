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

/** An address that is a program itself. */
export const isScript = (address: Buffer): boolean => scriptSchemes.has(parseScheme(plain(address)) ?? "");

/**
 * True for addresses of the web, mail and telephone, also without a scheme; false for everything that reaches into
 * the reader's own computer or network: files, shares ("\\server\share") and programs that registered a scheme.
 */
export function staysOnTheWeb(address: Buffer): boolean {
  const text = plain(address);
  if (/^[^a-z0-9]*[\\/]{2}/.test(text) || text.startsWith("\\")) return false;
  const scheme = parseScheme(text);
  return (
    scheme === undefined || webSchemes.has(scheme) || /^[a-z0-9-]+(\.[a-z0-9-]+)+:\d+(?![^/?#])/.test(text)
  );
}

/** True for another document beside this one, as a jump names it; false for shares, whole addresses and devices. */
export const isPlainFile = (path: Buffer): boolean => {
  const text = plain(path);
  return !/^[\\/]{2}/.test(text) && parseScheme(text) === undefined;
};
