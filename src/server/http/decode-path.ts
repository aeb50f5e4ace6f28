/** A path as text; undefined if its escapes are not UTF-8, so that it names nothing. */
export function decodePath(path: string): string | undefined {
  try {
    return decodeURIComponent(path);
  } catch {
    return undefined;
  }
}
