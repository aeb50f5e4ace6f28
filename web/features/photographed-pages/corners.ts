/** Parts of a picture's width and height, from its top left corner. */
export type Point = { x: number; y: number };

/** The corners of a page in a picture: top left, top right, bottom right, bottom left. Always convex. */
export type Corners = readonly [Point, Point, Point, Point];

/** Quarter turns clockwise. */
export type Turns = 0 | 1 | 2 | 3;

export type Size = { width: number; height: number };

export const cornerNames = ["topLeft", "topRight", "bottomRight", "bottomLeft"] as const;

export const wholePicture: Corners = [
  { x: 0, y: 0 },
  { x: 1, y: 0 },
  { x: 1, y: 1 },
  { x: 0, y: 1 },
];

/** A page covers at least this part of its picture: a smaller one would be unreadable. */
const minArea = 0.005;

export function addTurn(turns: Turns): Turns {
  const next: Record<Turns, Turns> = { 0: 1, 1: 2, 2: 3, 3: 0 };
  return next[turns];
}

/** The size of the picture after it was turned. */
export function turnSize({ width, height }: Size, turns: Turns): Size {
  return turns % 2 === 0 ? { width, height } : { width: height, height: width };
}

/** The same corners in the picture after it was turned. */
export function turnCorners(corners: Corners, turns: Turns): Corners {
  let turned = corners;
  for (let turn = 0; turn < turns; turn++) {
    const [topLeft, topRight, bottomRight, bottomLeft] = turned;
    turned = [clockwise(bottomLeft), clockwise(topLeft), clockwise(topRight), clockwise(bottomRight)];
  }
  return turned;
}

const clockwise = ({ x, y }: Point): Point => ({ x: 1 - y, y: x });

/** Moves one corner within the picture. If that is no page any more, nothing changes. */
export function moveCorner(corners: Corners, index: number, to: Point): Corners {
  const inside = { x: Math.min(1, Math.max(0, to.x)), y: Math.min(1, Math.max(0, to.y)) };
  const moved = mapCorners(corners, (corner, at) => (at === index ? inside : corner));
  return isPage(moved) ? moved : corners;
}

export function nearestCorner(corners: Corners, { x, y }: Point): number {
  const distances = corners.map((corner) => Math.hypot(corner.x - x, corner.y - y));
  return distances.indexOf(Math.min(...distances));
}

/** Whether the corners are convex, in clockwise order, and not too close together. */
export function isPage(corners: Corners): boolean {
  const turns = corners.map((corner, at) => {
    const [next = corner, last = corner] = [corners[(at + 1) % 4], corners[(at + 2) % 4]];
    return (next.x - corner.x) * (last.y - next.y) - (next.y - corner.y) * (last.x - next.x);
  });
  return turns.every((turn) => turn > 0) && areaOf(corners) >= minArea;
}

/** The area of a polygon whose corners are in clockwise order, by the shoelace formula. */
export function areaOf(corners: readonly Point[]): number {
  const parts = corners.map(({ x, y }, at) => {
    const { x: nextX, y: nextY } = corners[(at + 1) % corners.length] ?? { x, y };
    return x * nextY - nextX * y;
  });
  return parts.reduce((sum, part) => sum + part, 0) / 2;
}

/** The corners in the unit that the size is in. */
export function scaleCorners(corners: Corners, { width, height }: Size): Corners {
  return mapCorners(corners, ({ x, y }) => ({ x: x * width, y: y * height }));
}

export function mapCorners([p0, p1, p2, p3]: Corners, change: (corner: Point, at: number) => Point): Corners {
  return [change(p0, 0), change(p1, 1), change(p2, 2), change(p3, 3)];
}
