/** A part of a file: from `start` up to, but not including, `end`. */
export type ByteRange = { start: number; end: number };

/**
 * The part that a request asks for (RFC 9110, 14.2). Undefined for the whole file: no Range, several ranges,
 * another unit, a malformed one, or an If-Range that names another version of the file.
 */
export function readRange(
  range: string | undefined,
  ifRange: string | undefined,
  tag: string | null,
  size: number,
): ByteRange | "unsatisfiable" | undefined {
  if (ifRange !== undefined && ifRange !== tag) return undefined;
  const [whole, first = "", last = ""] = /^bytes=\s*(\d*)-(\d*)\s*$/i.exec(range ?? "") ?? [];
  if (whole === undefined || (first === "" && last === "")) return undefined;
  if (first === "") {
    const length = Math.min(Number(last), size);
    return length === 0 ? "unsatisfiable" : { start: size - length, end: size };
  }
  if (last !== "" && Number(last) < Number(first)) return undefined;
  const end = last === "" ? size : Math.min(Number(last) + 1, size);
  return Number(first) >= size ? "unsatisfiable" : { start: Number(first), end };
}
