/**
 * A page in points. The frame surrounds its left part, `framed` points wide, and the text is set between `left` and
 * `right`.
 */
export type Paper = { width: number; height: number; framed: number; left: number; right: number };

const frameAndGap = 66;

/** `strip` points at the right are left blank. */
function buildPaper(width: number, height: number, strip = 0): Paper {
  const framed = width - strip;
  return { width, height, framed, left: frameAndGap, right: framed - frameAndGap };
}

export const letter = buildPaper(612, 792);

const a4 = buildPaper(595.28, 841.89);

/** The papers of certificates by name. */
export const papers = { letter, a4 };
export type PaperName = keyof typeof papers;

/** For documents of ours that are stamped at the right edge: the stamp fits between it and the frame. */
export const stampedLetter = buildPaper(612, 792, 52);

export const columnWidth = ({ left, right }: Paper): number => right - left;
