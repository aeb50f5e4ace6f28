import bidiFactory from "bidi-js";

const bidi = bidiFactory();

/** Any character that can reorder a line. A line without one needs no reordering. */
const rightToLeft =
  /[\u0590-\u08ff\u200f\u2068\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

export type Direction = "ltr" | "rtl";

/** The embedding level of each UTF-16 unit (UAX #9). */
export type BidiLine = { levels: Uint8Array; direction: Direction };

/** Levels of one line. `direction` is that of its paragraph; without it the first strong character decides. */
export function resolveBidi(text: string, direction?: Direction): BidiLine {
  if (direction !== "rtl" && !rightToLeft.test(text)) {
    return { levels: new Uint8Array(text.length), direction: "ltr" };
  }
  const resolved = bidi.getEmbeddingLevels(text, direction ?? "auto");
  const base = resolved.paragraphs[0]?.level ?? 0;
  const trailing = text.length - text.trimEnd().length;
  resolved.levels.fill(base, text.length - trailing);
  return {
    levels: resolved.levels,
    direction: base % 2 === 1 ? "rtl" : "ltr",
  };
}

/** Visual order, from left to right, of parts that each have one level (UAX #9, rule L2). */
export function inVisualOrder<Part extends { level: number }>(parts: Part[]): Part[] {
  const order = [...parts];
  const highest = Math.max(0, ...parts.map((part) => part.level));
  for (let level = highest; level > 0; level--) {
    for (let start = 0; start < order.length; start++) {
      let end = start;
      while ((order[end]?.level ?? -1) >= level) end++;
      if (end > start) order.splice(start, end - start, ...order.slice(start, end).reverse());
      start = end;
    }
  }
  return order;
}
