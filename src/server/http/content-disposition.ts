/**
 * The Content-Disposition of a file (RFC 6266): an ASCII name for old clients, and the full name as an extended
 * parameter (RFC 8187). Any name gives exactly one header line.
 */
export function contentDisposition(type: "attachment" | "inline", fileName: string): string {
  return `${type}; filename="${asciiName(fileName)}"; filename*=UTF-8''${extendedValue(fileName)}`;
}

/** Fullwidth slashes and the like become plain ones in NFKD, which would be a path. */
function asciiName(fileName: string): string {
  const base = fileName.normalize("NFKD").replace(/\p{M}/gu, "");
  return base.replace(/[^\x20-\x7e]|["/\\%;]/gu, "_");
}

/** RFC 8187 attr-char: also escapes the other characters that encodeURIComponent leaves alone. */
function extendedValue(fileName: string): string {
  return encodeURIComponent(fileName.toWellFormed()).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
