import type { StampPosition } from "../stamp/stamp.ts";
import type { StampBlock, StampBlocks, StampCode } from "../stamp/stamp-block.ts";
import { type Bounds, combine, type Matrix, transformBounds } from "./matrix.ts";
import { type InkKind, inkKind, type PageInk } from "./page-ink.ts";
import type { PageView } from "./page-view.ts";

export type Placement = {
  block: StampBlock;
  /** Maps em of the block, its lower left corner at 0 0, to the page's coordinates. */
  toPage: Matrix;
  place: StampPlace;
  /** What is below the stamp; "picture" is one that fills the page. Unknown if there is too much content. */
  covers: "nothing" | "content" | "picture" | "unknown";
};

/** Where on a page the stamp appears. */
export type StampPlace =
  | "right edge"
  | "left edge"
  | "top edge"
  | "bottom edge"
  | "top right"
  | "top left"
  | "bottom right"
  | "bottom left";

/** Where the user expects the stamp for each position. */
export const requestedPlaces: Record<StampPosition, StampPlace> = {
  "vertical-right": "right edge",
  "top-right": "top right",
  "top-left": "top left",
  "bottom-right": "bottom right",
  "bottom-left": "bottom left",
};

type Edge = "right" | "left" | "top" | "bottom";

/** Position along an edge, from 0 for its left or lower end to 1. */
type Request = { edge: Edge; anchor: number };

const requests: Record<StampPosition, Request> = {
  "vertical-right": { edge: "right", anchor: 0.5 },
  "top-right": { edge: "top", anchor: 1 },
  "top-left": { edge: "top", anchor: 0 },
  "bottom-right": { edge: "bottom", anchor: 1 },
  "bottom-left": { edge: "bottom", anchor: 0 },
};

const otherEdges: Record<Edge, Edge[]> = {
  right: ["left", "bottom", "top"],
  left: ["right", "bottom", "top"],
  top: ["bottom", "right", "left"],
  bottom: ["top", "right", "left"],
};

/**
 * The size of the facts and the margin grow with the page, so that they look alike on A4 and on a drawing; in points.
 * On a letter page the facts are set in eleven points, which can be read at arm's length like the page's own text.
 */
const sizeByPage = 0.018;
const smallestComfortable = 6.6;
const smallestReadable = 6;
const marginByPage = 0.016;
/** The stamp takes at most this part of the page across its lines; less if it avoids content. */
const largestPart = 0.3;
const largestPartElsewhere = 0.18;
/** A small page may have room only for a deeper stamp. */
const largestPartBesideFields = 0.5;
const shrink = 0.94;
/** Distance between the stamp and content, relative to the margin. */
const clearance = 0.2;

/**
 * The side of a module of the code, in points: two pixels of a print at 90 dpi, from which it is read if it starts on
 * one of them.
 */
const codeModule = 1.6;
const codeGrid = 0.8;
/** How high the text beside the code may be, relative to the code; what is tried first is shorter along the edge. */
const heightBesideCode = [1.12, 1] as const;
/** Where the facts are set in twice this size, the code is twice as large, and so on; in points. */
const textBesideCode = 10;

/**
 * The variants of the stamp that are tried when its place is taken; `margin` and `length` are relative to the defaults.
 */
const attempts: { size: "default" | "medium" | "small" | "fine"; margin: number; length: number }[] = [
  { size: "default", margin: 1, length: 1 },
  { size: "medium", margin: 1, length: 1 },
  { size: "small", margin: 1, length: 1 },
  { size: "small", margin: 0.5, length: 1 },
  { size: "medium", margin: 1, length: 0.6 },
  { size: "small", margin: 0.5, length: 0.6 },
  { size: "small", margin: 0.5, length: 0.4 },
  { size: "small", margin: 0.5, length: 0.25 },
  { size: "medium", margin: 2, length: 1 },
  { size: "medium", margin: 3.5, length: 1 },
  { size: "small", margin: 5, length: 1 },
  { size: "small", margin: 2, length: 0.4 },
  { size: "small", margin: 3.5, length: 0.4 },
  { size: "fine", margin: 0.5, length: 1 },
  { size: "fine", margin: 0.5, length: 0.6 },
  { size: "fine", margin: 0.5, length: 0.4 },
  { size: "fine", margin: 0.5, length: 0.25 },
];

/** What the stamp avoids, starting with the longest list. */
const widest: InkKind[] = [inkKind.ink, inkKind.picture, inkKind.panel];
const narrower: InkKind[] = [inkKind.ink, inkKind.picture];
const withHiddenText = (kinds: InkKind[]) => new Set<InkKind>([...kinds, inkKind.hiddenText]);
const obstacles = [
  { onPage: new Set(widest), onPicture: withHiddenText(widest) },
  { onPage: new Set(narrower), onPicture: withHiddenText(narrower) },
] as const;

const pagePictures: ReadonlySet<InkKind> = new Set([inkKind.pagePicture]);
/** A stamp with a code is deeper: on a scan, it could cover what no one looked for. */
const besidesCode: ReadonlySet<InkKind> = new Set([...widest, inkKind.pagePicture]);

type Candidate = { edge: Edge; block: StampBlock; size: number; inset: number; start: number };

/** What is tried first on a page of one size; `near` is around all of it. */
type Wishes = { requested: Candidate; asRequested: Bounds; withCode: Candidate[]; near: Bounds };

/** Places a document's stamp on one page after the other. */
export class StampPlacer {
  #last: { view: PageView; wishes: Wishes } | undefined;

  constructor(
    private readonly blocks: StampBlocks,
    private readonly position: StampPosition,
  ) {}

  /**
   * With the code, if the stamp has one and there is room for it at the requested edge, and otherwise without it: the
   * requested place or, if it is taken, a free one: further along the same edge, smaller, on more and shorter lines,
   * further from the edge, then at other edges. If there is none, the stamp stays in the requested place and covers
   * content, but never `blocked` boxes; undefined if these leave no place. `findInk` returns what is on the page, at
   * least near the given bounds.
   */
  place(view: PageView, findInk: (near?: Bounds) => PageInk, blocked: Bounds[]): Placement | undefined {
    const { blocks, position } = this;
    const { requested, asRequested, withCode, near } = this.#wishes(view);
    const isBlocked = blocked.some((box) => overlap(box, asRequested));
    const kindsOn = ({ hasPagePicture }: PageInk, { onPage, onPicture }: (typeof obstacles)[number]) =>
      hasPagePicture ? onPicture : onPage;
    const isFree = (ink: PageInk, kinds: ReadonlySet<InkKind>) =>
      !isBlocked && !ink.boxes.isFull && !ink.boxes.overlap(kinds, asRequested);
    const beneath = (ink: PageInk, candidate: Candidate) =>
      ink.boxes.overlap(pagePictures, boundsOfCandidate(candidate, view)) ? "picture" : "nothing";
    const put = (candidate: Candidate, covers: Placement["covers"]) =>
      placed(candidate, view, position, covers);
    const inkThere = findInk(near);
    const coded = findRoom(withCode, view, position, inkThere, blocked);
    if (coded) return put(coded, "nothing");
    if (isFree(inkThere, kindsOn(inkThere, obstacles[0])))
      return put(requested, beneath(inkThere, requested));
    const ink = findInk();
    const codedAfterAll = findRoom(withCode, view, position, ink, blocked);
    if (codedAfterAll) return put(codedAfterAll, "nothing");
    for (const choice of ink.boxes.isFull ? [] : obstacles) {
      const kinds = kindsOn(ink, choice);
      const found = isFree(ink, kinds)
        ? requested
        : search(blocks, view, position, [...boxesOf(ink, kinds), ...blocked]);
      if (found) return put(found, beneath(ink, found));
    }
    if (isBlocked && !ink.boxes.isFull) {
      const taken = [...boxesOf(ink, kindsOn(ink, obstacles[1])), ...blocked];
      const found = search(blocks, view, position, taken, largestPartBesideFields);
      if (found) return put(found, beneath(ink, found));
    }
    const last = isBlocked ? searchBeside(blocks, view, position, blocked) : requested;
    return last && put(last, ink.boxes.isFull ? "unknown" : "content");
  }

  /** Kept for the next page: most neighbors have the same view. */
  #wishes(view: PageView): Wishes {
    if (this.#last?.view === view) return this.#last.wishes;
    const { blocks, position } = this;
    const requested = requestedPlace(blocks, view, position);
    const asRequested = boundsOfCandidate(requested, view);
    const withCode = candidatesWithCode(blocks, view, position);
    const near = boundsOfAll([asRequested, ...withCode.map((candidate) => edgeAround(candidate, view))]);
    const wishes = { requested, asRequested, withCode, near };
    this.#last = { view, wishes };
    return wishes;
  }
}

/** The stamp with its code at the requested edge, and closer to it; none if it has no code or would be too large. */
function candidatesWithCode(blocks: StampBlocks, view: PageView, position: StampPosition): Candidate[] {
  const { edge, anchor } = requests[position];
  const size = comfortableSize(view);
  const highest = edgeDepth(edge, view) * largestPartElsewhere;
  return [1, 0.5].flatMap((part) => {
    const inset = getMargin(view) * part;
    const length = edgeLength(edge, view) - 2 * inset;
    return blocksWithCode(blocks, size, length)
      .filter(({ height }) => height * size <= highest)
      .map((block) => {
        const start = inset + anchor * (length - block.width * size);
        return { edge, block, size, inset, start };
      });
  });
}

/** None without a code. */
function blocksWithCode(blocks: StampBlocks, size: number, length: number): StampBlock[] {
  const { codeSize } = blocks;
  if (codeSize === undefined) return [];
  const module = codeModule * Math.max(1, Math.floor(size / textBesideCode));
  const side = (codeSize * module) / size;
  const found = heightBesideCode.map((height) => blocks.withCode(length / size, side, side * height));
  return [...new Set(found.filter((block) => block !== undefined))];
}

/** The candidate that is moved least along its edge to be in a free place, in that place. */
function findRoom(
  candidates: Candidate[],
  view: PageView,
  position: StampPosition,
  ink: PageInk,
  blocked: Bounds[],
): Candidate | undefined {
  if (candidates.length === 0 || ink.boxes.isFull) return undefined;
  const wanted = candidates.find((candidate) => isFreeWhereWanted(candidate, view, ink, blocked));
  if (wanted) return wanted;
  const taken = [...boxesOf(ink, besidesCode), ...blocked];
  const { anchor } = requests[position];
  const found = candidates.flatMap((candidate) => {
    const { edge, block, size, inset } = candidate;
    const available = edgeLength(edge, view) - 2 * inset;
    const wanted = block.width * size;
    const depth = block.height * size;
    const start = freeStart(edge, view, inset, depth, wanted, inset, available, anchor, taken);
    return start === undefined ? [] : [{ ...candidate, start, moved: Math.abs(start - candidate.start) }];
  });
  return found.toSorted((a, b) => a.moved - b.moved)[0];
}

function isFreeWhereWanted(
  candidate: Candidate,
  view: PageView,
  { boxes }: PageInk,
  blocked: Bounds[],
): boolean {
  const space = getMargin(view) * clearance;
  const [left, bottom, right, top] = boundsOfCandidate(candidate, view);
  const around: Bounds = [left - space, bottom - space, right + space, top + space];
  return !boxes.overlap(besidesCode, around) && !blocked.some((box) => overlap(box, around));
}

/** All of the edge at which a candidate may be. */
function edgeAround({ edge, block, size, inset }: Candidate, view: PageView): Bounds {
  return boundsAt(edge, view, inset, block.height * size, inset, edgeLength(edge, view) - 2 * inset);
}

function boundsOfAll([first, ...others]: [Bounds, ...Bounds[]]): Bounds {
  return others.reduce(
    (all, one) => [
      Math.min(all[0], one[0]),
      Math.min(all[1], one[1]),
      Math.max(all[2], one[2]),
      Math.max(all[3], one[3]),
    ],
    first,
  );
}

/** Shortest strip beside a picture, in em, so that small pictures get a few readable lines. */
const shortestStrip = 26;
/** More steps than the size of a strip needs to settle. */
const maxSteps = 40;

type Size = { width: number; height: number };

/**
 * The size of a page that shows a picture of this size and, beside it at the requested edge, has room for the stamp at
 * its comfortable size; in points.
 */
export function pageBesidePicture(blocks: StampBlocks, picture: Size, position: StampPosition): Size {
  const { edge } = requests[position];
  const isVertical = edge === "right";
  let page = picture;
  for (let step = 0; step < maxSteps; step++) {
    const size = comfortableSize(page);
    const margin = getMargin(page);
    const length = Math.max(edgeLength(edge, picture), shortestStrip * size + 2 * margin);
    const [coded] = blocksWithCode(blocks, size, length - 2 * margin);
    const fits = ({ height }: StampBlock) =>
      height * size <= (edgeDepth(edge, picture) + height * size + 2 * margin) * largestPartElsewhere;
    const block = coded && fits(coded) ? coded : blocks.within((length - 2 * margin) / size);
    if (!block) break;
    const stamp = block.height * size;
    const depth = Math.max(edgeDepth(edge, picture) + stamp + 2 * margin, stamp / largestPart);
    const next = isVertical ? { width: depth, height: length } : { width: length, height: depth };
    if (next.width <= page.width && next.height <= page.height) break;
    page = { width: Math.max(page.width, next.width), height: Math.max(page.height, next.height) };
  }
  return page;
}

/** Chooses size and line breaks so that all of the text fits on the visible page, however small that is. */
function requestedPlace(blocks: StampBlocks, view: PageView, position: StampPosition): Candidate {
  const { edge, anchor } = requests[position];
  const inset = getMargin(view);
  const length = edgeLength(edge, view) - 2 * inset;
  const depth = edgeDepth(edge, view) * largestPart;
  let size = comfortableSize(view);
  let block = blocks.within(length / size);
  while (!block || block.height * size > depth) {
    size *= shrink;
    block = blocks.within(length / size);
  }
  return { edge, block, size, inset, start: inset + anchor * (length - block.width * size) };
}

function search(
  blocks: StampBlocks,
  view: PageView,
  position: StampPosition,
  taken: Bounds[],
  part = largestPartElsewhere,
): Candidate | undefined {
  const request = requests[position];
  for (const edge of [request.edge, ...otherEdges[request.edge]]) {
    const anchor = edge === request.edge ? request.anchor : anchorElsewhere(edge, request);
    for (const attempt of attempts) {
      const found = attemptAt(blocks, view, { edge, anchor }, attempt, taken, part);
      if (found) return found;
    }
  }
  return undefined;
}

/** As `search`, but rather than be refused, the stamp may take more of the page. */
function searchBeside(
  blocks: StampBlocks,
  view: PageView,
  position: StampPosition,
  fields: Bounds[],
): Candidate | undefined {
  return (
    search(blocks, view, position, fields) ?? search(blocks, view, position, fields, largestPartBesideFields)
  );
}

/** On other edges the stamp stays on its requested side. */
function anchorElsewhere(edge: Edge, request: Request): number {
  if (edge === "left" || edge === "right") return 0.5;
  return request.edge === "right" || request.anchor === 1 ? 1 : 0;
}

function attemptAt(
  blocks: StampBlocks,
  view: PageView,
  { edge, anchor }: Request,
  attempt: (typeof attempts)[number],
  taken: Bounds[],
  part: number,
): Candidate | undefined {
  const { margin, length } = attempt;
  const size = sizes[attempt.size](view);
  const gap = getMargin(view) * margin;
  const available = edgeLength(edge, view) - 2 * getMargin(view) * Math.min(1, margin);
  const block = blocks.within((available * length) / size);
  if (!block) return undefined;
  const depth = block.height * size;
  if (depth > edgeDepth(edge, view) * part) return undefined;
  const wanted = block.width * size;
  const first = (edgeLength(edge, view) - available) / 2;
  const start = freeStart(edge, view, gap, depth, wanted, first, available, anchor, taken);
  return start === undefined ? undefined : { edge, block, size, inset: gap, start };
}

/** The position along an edge where a strip of this depth is free for `wanted` points, nearest to the requested one. */
function freeStart(
  edge: Edge,
  view: PageView,
  inset: number,
  depth: number,
  wanted: number,
  first: number,
  available: number,
  anchor: number,
  taken: Bounds[],
): number | undefined {
  const space = getMargin(view) * clearance;
  const strip = boundsAt(edge, view, inset, depth, first, available);
  const isVertical = edge === "left" || edge === "right";
  const intervals: [number, number][] = [];
  for (const box of taken) {
    const [left, bottom, right, top] = box;
    if (!overlap([left - space, bottom - space, right + space, top + space], strip)) continue;
    intervals.push(isVertical ? [bottom - space, top + space] : [left - space, right + space]);
  }
  const preferred = first + anchor * (available - wanted);
  let best: number | undefined;
  let from = first;
  for (const [start, end] of [...intervals.toSorted((a, b) => a[0] - b[0]), [first + available, 0]]) {
    if ((start ?? 0) - from >= wanted) {
      const near = Math.min(Math.max(preferred, from), (start ?? 0) - wanted);
      if (best === undefined || Math.abs(near - preferred) < Math.abs(best - preferred)) best = near;
    }
    from = Math.max(from, end ?? 0);
  }
  return best;
}

function* boxesOf({ boxes }: PageInk, kinds: ReadonlySet<InkKind>): Generator<Bounds> {
  for (let index = 0; index < boxes.count; index++)
    if (kinds.has(boxes.kind(index))) yield boxes.bounds(index);
}

const overlap = (a: Bounds, b: Bounds): boolean => a[0] < b[2] && b[0] < a[2] && a[1] < b[3] && b[1] < a[3];

const getMargin = ({ width, height }: Size): number => Math.min(width, height) * marginByPage;
const comfortableSize = ({ width, height }: Size): number =>
  Math.max(smallestComfortable, Math.min(width, height) * sizeByPage);
/**
 * Reduced by the same factor on a large page as on Letter; the finest print is that of small notices, barely readable.
 */
const sizes: Record<(typeof attempts)[number]["size"], (view: PageView) => number> = {
  default: comfortableSize,
  medium: (view) => Math.max(smallestComfortable, comfortableSize(view) * 0.82),
  small: (view) => Math.max(smallestComfortable, comfortableSize(view) * 0.69),
  fine: (view) => Math.max(smallestReadable, comfortableSize(view) * 0.57),
};
const edgeLength = (edge: Edge, { width, height }: Size): number =>
  edge === "left" || edge === "right" ? height : width;
const edgeDepth = (edge: Edge, { width, height }: Size): number =>
  edge === "left" || edge === "right" ? width : height;

function boundsAt(
  edge: Edge,
  { width, height }: PageView,
  inset: number,
  depth: number,
  start: number,
  length: number,
): Bounds {
  const end = start + length;
  if (edge === "right") return [width - inset - depth, start, width - inset, end];
  if (edge === "left") return [inset, start, inset + depth, end];
  if (edge === "top") return [start, height - inset - depth, end, height - inset];
  return [start, inset, end, inset + depth];
}

const boundsOfCandidate = ({ edge, block, size, inset, start }: Candidate, view: PageView): Bounds =>
  boundsAt(edge, view, inset, block.height * size, start, block.width * size);

/** Text on the sides is read from below. */
function placed(
  candidate: Candidate,
  view: PageView,
  position: StampPosition,
  covers: Placement["covers"],
): Placement {
  const { edge, block, size } = candidate;
  const [left, bottom, right] = boundsOfCandidate(candidate, view);
  const isVertical = edge === "left" || edge === "right";
  const turn: Matrix = isVertical ? [0, size, -size, 0, right, bottom] : [size, 0, 0, size, left, bottom];
  const exact = block.code ? onGrid(turn, block.code, view) : turn;
  const isWide = right - left > view.width * wholeEdge && edge === requests[position].edge;
  const place = isWide ? requestedPlaces[position] : findPlace(edge, left, view.width - right, view.width);
  return { block, toPage: combine(exact, view.toPage), place, covers };
}

/** Moves a stamp by less than half a point, so that its code starts on a pixel of a print at 90 dpi. */
function onGrid([a, b, c, d, e, f]: Matrix, { left, bottom, side }: StampCode, { height }: PageView): Matrix {
  const [x, , , top] = transformBounds([left, bottom, left + side, bottom + side], [a, b, c, d, e, f]);
  const below = height - top;
  const rounded = (distance: number) => Math.round(distance / codeGrid) * codeGrid;
  return [a, b, c, d, e + rounded(x) - x, f + below - rounded(below)];
}

/** A stamp that takes this part of the requested edge is at both of its ends. */
const wholeEdge = 0.8;
/** Two gaps that differ by less than this part of the width look equal. */
const sameGap = 0.05;

function findPlace(edge: Edge, before: number, behind: number, width: number): StampPlace {
  if (edge === "left") return "left edge";
  if (edge === "right") return "right edge";
  if (Math.abs(before - behind) < width * sameGap) return `${edge} edge`;
  return before < behind ? `${edge} left` : `${edge} right`;
}
