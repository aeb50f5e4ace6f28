const longestCode = 20;

/** The code of `?ref=`, trimmed, in capitals, at most 20 characters; undefined when there is none. */
export function referralCodeIn(search: string): string | undefined {
  const code = new URLSearchParams(search).get("ref")?.trim().toUpperCase().slice(0, longestCode);
  return code || undefined;
}
