/** The serial number in the path of its public page; null on other pages, and if it is not percent-encoded UTF-8. */
export function serialInPath(path: string): string | null {
  const part = /^\/verify\/([^/]+)$/.exec(path)?.[1];
  if (part === undefined) return null;
  try {
    return decodeURIComponent(part);
  } catch {
    return null;
  }
}
