import { type Corners, type Point, type Size, scaleCorners } from "./corners.ts";

/** Maps the unit square to a quadrilateral: (a·u + b·v + c) / (g·u + h·v + 1), and the same with d, e and f. */
type Projection = {
  a: number;
  b: number;
  c: number;
  d: number;
  e: number;
  f: number;
  g: number;
  h: number;
};

/** The projection of a plane that maps the corners of the unit square to these (Heckbert 1989, 2.2.3). */
export function projectSquare([p0, p1, p2, p3]: Corners): Projection {
  const [dx1, dy1] = [p1.x - p2.x, p1.y - p2.y];
  const [dx2, dy2] = [p3.x - p2.x, p3.y - p2.y];
  const [sx, sy] = [p0.x - p1.x + p2.x - p3.x, p0.y - p1.y + p2.y - p3.y];
  const scale = dx1 * dy2 - dx2 * dy1;
  const g = (sx * dy2 - dx2 * sy) / scale;
  const h = (dx1 * sy - sx * dy1) / scale;
  return {
    a: p1.x - p0.x + g * p1.x,
    b: p3.x - p0.x + h * p3.x,
    c: p0.x,
    d: p1.y - p0.y + g * p1.y,
    e: p3.y - p0.y + h * p3.y,
    f: p0.y,
    g,
    h,
  };
}

export function project({ a, b, c, d, e, f, g, h }: Projection, { x: u, y: v }: Point): Point {
  const depth = g * u + h * v + 1;
  return { x: (a * u + b * v + c) / depth, y: (d * u + e * v + f) / depth };
}

/** The longer of each two opposite sides, in the picture's pixels: what there is to see of the page. */
export function sizeInPicture(corners: Corners, picture: Size): Size {
  const [p0, p1, p2, p3] = scaleCorners(corners, picture);
  const length = (from: Point, to: Point) => Math.hypot(to.x - from.x, to.y - from.y);
  return {
    width: Math.max(length(p0, p1), length(p3, p2)),
    height: Math.max(length(p0, p3), length(p1, p2)),
  };
}

/** Focal length of a phone's camera (26 mm on 35-mm film), in diagonals of the picture. */
const typicalFocalLength = 0.6;
/** From a wide to a long lens, in diagonals of the picture. Others are errors of the estimate. */
const [shortestLens, longestLens] = [0.45, 3];
/** With less perspective, the picture says nothing about its lens, and the lens changes little. */
const minPerspective = 0.05;

/**
 * The width of the sheet divided by its height, before it was photographed at an angle (Zhang and He, "Whiteboard
 * scanning and image enhancement", 2007, section 4). Assumes that the picture is not cropped on one side.
 */
export function ratioOfSheet(corners: Corners, picture: Size): number {
  const diagonal = Math.hypot(picture.width, picture.height);
  const see = ({ x, y }: Point): Vector => ({
    x: ((x - 0.5) * picture.width) / diagonal,
    y: ((y - 0.5) * picture.height) / diagonal,
    z: 1,
  });
  const [topLeft, topRight, bottomRight, bottomLeft] = [
    see(corners[0]),
    see(corners[1]),
    see(corners[2]),
    see(corners[3]),
  ];
  const across = cross(topLeft, bottomRight);
  const k2 = dot(across, bottomLeft) / dot(cross(topRight, bottomRight), bottomLeft);
  const k3 = dot(across, topRight) / dot(cross(bottomLeft, bottomRight), topRight);
  const right = subtract(k2, topRight, topLeft);
  const down = subtract(k3, bottomLeft, topLeft);
  const focal = focalLength(right, down);
  const length = ({ x, y, z }: Vector) => Math.hypot(x / focal, y / focal, z);
  return length(right) / length(down);
}

/** From the right angle between the sides. */
function focalLength(right: Vector, down: Vector): number {
  const perspective = Math.min(
    Math.abs(right.z) / Math.hypot(right.x, right.y),
    Math.abs(down.z) / Math.hypot(down.x, down.y),
  );
  const squared = -(right.x * down.x + right.y * down.y) / (right.z * down.z);
  if (perspective < minPerspective || !(squared > 0)) return typicalFocalLength;
  const focal = Math.sqrt(squared);
  return focal < shortestLens || focal > longestLens ? typicalFocalLength : focal;
}

type Vector = { x: number; y: number; z: number };

const cross = (p: Vector, q: Vector): Vector => ({
  x: p.y * q.z - p.z * q.y,
  y: p.z * q.x - p.x * q.z,
  z: p.x * q.y - p.y * q.x,
});
const dot = (p: Vector, q: Vector): number => p.x * q.x + p.y * q.y + p.z * q.z;
const subtract = (times: number, p: Vector, q: Vector): Vector => ({
  x: times * p.x - q.x,
  y: times * p.y - q.y,
  z: times * p.z - q.z,
});
