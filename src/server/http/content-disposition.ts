/**
 * The Content-Disposition of a file (RFC 6266): the name in ASCII for old readers, and in full as an extended
 * parameter (RFC 8187). Any name makes exactly one header line.
 */
export function contentDisposition(type: "attachment" | "inline", fileName: string): string {
  return `${type}; filename="${asciiName(fileName)}"; filename*=UTF-8''${extendedValue(fileName)}`;
}

function asciiName(fileName: string): string {
  const base = fileName.normalize("NFKD").replace(/\p{M}/gu, "");
  return base.replace(/[^\x20-\x7e]|["\\%;]/gu, "_");
}

/** RFC 8187 attr-char: what encodeURIComponent leaves alone beyond it is escaped too. */
function extendedValue(fileName: string): string {
  return encodeURIComponent(fileName.toWellFormed()).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
