/**
 * The first and last bytes of a file, which tell it from another file with the same size and time, and are read faster
 * than all of it.
 */
const endBytes = 65_536;

/** False for a small file that has nothing between its ends. */
export const hasEnds = (size: number) => size > 2 * endBytes;

/** The ends of a file that has them. */
export function joinEnds(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const ends = new Uint8Array(2 * endBytes);
  ends.set(bytes.subarray(0, endBytes));
  ends.set(bytes.subarray(-endBytes), endBytes);
  return ends;
}

/** The same, without reading what is between them. */
export const readEnds = (file: Blob): Promise<ArrayBuffer> =>
  new Blob([file.slice(0, endBytes), file.slice(-endBytes)]).arrayBuffer();

/** The lower-case hex SHA-256, by the browser's own implementation. */
export async function hashBytes(bytes: ArrayBuffer | Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
