import type { StampPosition } from "../stamp.ts";
import type { StampBlock, StampBlocks } from "../stamp-block.ts";
import { combine, type Matrix } from "./matrix.ts";
import type { PageView } from "./page-view.ts";

export type Placement = {
  block: StampBlock;
  /** From em of the block, its lower left corner at 0 0, to the page's own coordinates. */
  toPage: Matrix;
};

/** Text size and margin grow with the page, so that they look alike on A4 and on a drawing; in points. */
const sizeByPage = 0.0118;
const smallestComfortable = 6;
const marginByPage = 0.016;
/** The stamp takes at most this part of the page across its lines. */
const largestPart = 0.3;
const shrink = 0.94;

/** Chooses size and line breaks so that all of the text stands inside the visible page, however small that is. */
export function placeStamp(blocks: StampBlocks, view: PageView, position: StampPosition): Placement {
  const shorter = Math.min(view.width, view.height);
  const margin = shorter * marginByPage;
  const vertical = position === "vertical-right";
  const length = (vertical ? view.height : view.width) - 2 * margin;
  const depth = (vertical ? view.width : view.height) * largestPart;
  let size = Math.max(smallestComfortable, shorter * sizeByPage);
  let block = blocks.within(length / size);
  while (!block || block.height * size > depth) {
    size *= shrink;
    block = blocks.within(length / size);
  }
  const corner = cornerOf(position, view, margin, block.width * size, block.height * size);
  const turn: Matrix = vertical ? [0, size, -size, 0, ...corner] : [size, 0, 0, size, ...corner];
  return { block, toPage: combine(turn, view.toPage) };
}

/** Where the block's lower left corner comes to stand on the seen page. */
function cornerOf(
  position: StampPosition,
  { width, height }: PageView,
  margin: number,
  length: number,
  depth: number,
): [number, number] {
  if (position === "vertical-right") return [width - margin, (height - length) / 2];
  const [edge, side] = position.split("-");
  return [
    side === "right" ? width - margin - length : margin,
    edge === "top" ? height - margin - depth : margin,
  ];
}
