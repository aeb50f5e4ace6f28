const longestCode = 20;

/** The code in `?ref=`, trimmed, in upper case, at most 20 characters; undefined if there is none. */
export function referralCodeIn(search: string): string | undefined {
  const code = new URLSearchParams(search).get("ref")?.trim().toUpperCase().slice(0, longestCode);
  return code || undefined;
}
