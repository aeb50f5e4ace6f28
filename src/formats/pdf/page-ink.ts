import type { Bounds, Matrix } from "./matrix.ts";

/** What a box of a page contains, the most important first. */
export const inkKind = {
  /** Text, lines and small shapes: nothing may cover them. */
  ink: 0,
  /** A picture that does not fill the page. */
  picture: 1,
  /** A plain colored area. */
  panel: 2,
  /** A picture as large as the page, such as a scan: which parts of it are blank is unknown. */
  pagePicture: 3,
  /** Invisible text, as OCR programs put it behind the picture. */
  hiddenText: 4,
  /** An area filled with a pattern or a shading: a picture, or a shape if it is small. */
  pattern: 5,
} as const;
export type InkKind = (typeof inkKind)[keyof typeof inkKind];

/** Pages with more boxes than any real document has count as full. */
const maxBoxes = 50_000;
const minBoxes = 64;
const sidesPerBox = 4;
/** Shared by all that have no boxes, such as those of pages with nothing near the stamp. */
const noSides = new Float64Array(0);
const noKinds = new Uint8Array(0);
/** A picture or area that covers this part of a page's width and height is its background. */
const groundPart = 0.9;
/** A plain area smaller than this part of the page in one direction is a line or a shape. */
const panelPart = 0.08;
/** The maximum distance that a stamp extends into the page, relative to the page's size. */
const zonePart = 0.25;

/** Where something is drawn: upright boxes, in the coordinates of the caller. */
export class InkBoxes {
  count = 0;
  /** True if there were more boxes than fit. */
  isFull = false;
  #sides = noSides;
  #kinds = noKinds;

  add(kind: InkKind, left: number, bottom: number, right: number, top: number): void {
    if (this.count === this.#kinds.length && !this.#grow()) return;
    const at = this.count * sidesPerBox;
    this.#sides[at] = left;
    this.#sides[at + 1] = bottom;
    this.#sides[at + 2] = right;
    this.#sides[at + 3] = top;
    this.#kinds[this.count++] = kind;
  }

  #grow(): boolean {
    if (this.count >= maxBoxes) {
      this.isFull = true;
      return false;
    }
    const [sides, kinds] = [this.#sides, this.#kinds];
    const room = Math.max(minBoxes, kinds.length * 2);
    this.#sides = new Float64Array(room * sidesPerBox);
    this.#sides.set(sides);
    this.#kinds = new Uint8Array(room);
    this.#kinds.set(kinds);
    return true;
  }

  /** True if a box of one of the kinds and `bounds` overlap. */
  overlap(kinds: ReadonlySet<InkKind>, bounds: Bounds): boolean {
    const sides = this.#sides;
    const { count } = this;
    const left = bounds[0];
    const bottom = bounds[1];
    const right = bounds[2];
    const top = bounds[3];
    for (let index = 0, at = 0; index < count; index++, at += sidesPerBox) {
      const isApart =
        (sides[at] as number) >= right ||
        (sides[at + 2] as number) <= left ||
        (sides[at + 1] as number) >= top ||
        (sides[at + 3] as number) <= bottom;
      if (!isApart && kinds.has(this.kind(index))) return true;
    }
    return false;
  }

  kind(index: number): InkKind {
    return (this.#kinds[index] ?? 0) as InkKind;
  }

  bounds(index: number): Bounds {
    const sides = this.#sides;
    const at = index * sidesPerBox;
    return [sides[at] ?? 0, sides[at + 1] ?? 0, sides[at + 2] ?? 0, sides[at + 3] ?? 0];
  }
}

/** Receives the boxes that content draws. */
export type InkTarget = {
  add(kind: InkKind, left: number, bottom: number, right: number, top: number): void;
};

/** The boxes of a page of `width` × `height` points, as displayed, its lower left corner at 0 0. */
export class PageInk implements InkTarget {
  readonly boxes = new InkBoxes();
  hasPagePicture = false;

  constructor(
    readonly width: number,
    readonly height: number,
  ) {}

  add(kind: InkKind, left: number, bottom: number, right: number, top: number): void {
    const { width, height } = this;
    if (!(right > 0 && top > 0 && left < width && bottom < height)) return;
    const across = Math.min(right, width) - Math.max(left, 0);
    const up = Math.min(top, height) - Math.max(bottom, 0);
    const isGround = across > width * groundPart && up > height * groundPart;
    if (isGround && (kind === inkKind.picture || kind === inkKind.pattern)) {
      this.hasPagePicture = true;
      this.boxes.add(inkKind.pagePicture, left, bottom, right, top);
    } else if (isGround) return;
    else if (kind !== inkKind.panel && kind !== inkKind.pattern) this.#keep(kind, left, bottom, right, top);
    else {
      const isPanel = Math.min(across, up) > Math.min(width, height) * panelPart;
      const large = kind === inkKind.pattern ? inkKind.picture : inkKind.panel;
      this.#keep(isPanel ? large : inkKind.ink, left, bottom, right, top);
    }
  }

  #keep(kind: InkKind, left: number, bottom: number, right: number, top: number): void {
    const { width, height } = this;
    const isInside =
      left > width * zonePart &&
      right < width * (1 - zonePart) &&
      bottom > height * zonePart &&
      top < height * (1 - zonePart);
    if (!isInside) this.boxes.add(kind, left, bottom, right, top);
  }
}

/** Adds a box transformed by `matrix`; a slanted one is split into pieces along its length. */
export function addTurned(
  target: InkTarget,
  kind: InkKind,
  left: number,
  bottom: number,
  right: number,
  top: number,
  matrix: Matrix,
): void {
  const a = matrix[0];
  const b = matrix[1];
  const c = matrix[2];
  const d = matrix[3];
  const e = matrix[4];
  const f = matrix[5];
  const isSlanted =
    Math.abs(a) + Math.abs(d) > 1e-3 * (Math.abs(b) + Math.abs(c)) &&
    Math.abs(b) + Math.abs(c) > 1e-3 * (Math.abs(a) + Math.abs(d));
  const pieces = isSlanted ? slantedPieces : 1;
  const step = (right - left) / pieces;
  for (let piece = 0; piece < pieces; piece++) {
    const x1 = left + piece * step;
    const x2 = x1 + step;
    const minX = Math.min(a * x1, a * x2) + Math.min(c * bottom, c * top) + e;
    const minY = Math.min(b * x1, b * x2) + Math.min(d * bottom, d * top) + f;
    const maxX = Math.max(a * x1, a * x2) + Math.max(c * bottom, c * top) + e;
    const maxY = Math.max(b * x1, b * x2) + Math.max(d * bottom, d * top) + f;
    target.add(kind, minX, minY, maxX, maxY);
  }
}

const slantedPieces = 12;
