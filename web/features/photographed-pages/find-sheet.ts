import { areaOf, type Corners, isPage, type Point, type Size, scaleCorners } from "./corners.ts";
import type { Pixels } from "./straighten.ts";

/** A picture to search has about this many pixels on its longer side: letters vanish, and edges stay. */
export const searchedSide = 320;

/** Parts of the picture that a sheet covers at least, and at most: a larger one is the whole picture. */
const [minSheet, maxSheet] = [0.12, 0.97];
/** How much of the quadrilateral the bright area fills; less is another shape, or several. */
const minFilled = 0.93;
/** How well two classes of brightness explain the picture (Otsu's criterion); less is a sheet on a white table. */
const minSeparation = 0.6;
/** Degrees: a smaller or larger angle is not that of a photographed sheet. */
const [smallestAngle, largestAngle] = [50, 130];

/**
 * The corners of the sheet of paper in a small picture; undefined if there is no single sheet that stands out. Paper is
 * brighter than what it lies on, and without color: its darkest channel is what counts.
 */
export function findSheet(picture: Pixels): Corners | undefined {
  const { width, height } = picture;
  const gray = blur(darkestChannel(picture), picture);
  const { threshold, separation } = splitBrightness(gray);
  if (separation < minSeparation) return undefined;
  const sheet = largestArea(
    gray.map((value) => (value > threshold ? 1 : 0)),
    picture,
  );
  const outline = outlineOf(sheet, picture);
  if (outline.length < 8) return undefined;
  const rough = fourSides(convexHull(outline));
  if (!rough) return undefined;
  const corners = startTopLeft(fitSides(rough, outline).map(({ x, y }) => ({ x: x / width, y: y / height })));
  if (!corners || !isPage(corners) || !hasPageAngles(scaleCorners(corners, picture))) return undefined;
  const area = areaOf(corners);
  if (area < minSheet || area > maxSheet) return undefined;
  return filledPart(sheet, picture) / (area * width * height) < minFilled ? undefined : corners;
}

function darkestChannel({ data, width, height }: Pixels): Float32Array {
  return Float32Array.from({ length: width * height }, (_, at) =>
    Math.min(data[4 * at] ?? 0, data[4 * at + 1] ?? 0, data[4 * at + 2] ?? 0),
  );
}

/** The mean of each pixel and its neighbors. */
function blur(values: Float32Array, { width, height }: Size): Uint8Array {
  const blurred = new Uint8Array(values.length);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      let [sum, count] = [0, 0];
      for (let nearY = Math.max(0, y - 1); nearY <= Math.min(height - 1, y + 1); nearY++)
        for (let nearX = Math.max(0, x - 1); nearX <= Math.min(width - 1, x + 1); nearX++) {
          sum += values[nearY * width + nearX] ?? 0;
          count += 1;
        }
      blurred[y * width + x] = sum / count;
    }
  return blurred;
}

/** Otsu's threshold, and the part of the variance that is between the two classes. */
function splitBrightness(values: Uint8Array): { threshold: number; separation: number } {
  const counts = new Float64Array(256);
  for (const value of values) counts[value] = (counts[value] ?? 0) + 1;
  const total = values.length;
  const mean = values.reduce((sum, value) => sum + value, 0) / total;
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / total;
  let [best, threshold, below, sumBelow] = [0, 0, 0, 0];
  for (const [value, count] of counts.entries()) {
    below += count;
    sumBelow += count * value;
    if (below === 0 || below === total) continue;
    const means = (total * mean - sumBelow) / (total - below) - sumBelow / below;
    const between = (below / total) * (1 - below / total) * means ** 2;
    if (between > best) [best, threshold] = [between, value];
  }
  return { threshold, separation: variance === 0 ? 0 : best / variance };
}

/** The largest connected area of ones, as a mask. */
function largestArea(mask: Uint8Array, { width, height }: Size): Uint8Array {
  const names = new Uint16Array(mask.length);
  const sizes = [0];
  for (let start = 0; start < mask.length; start++) {
    if (mask[start] !== 1 || names[start] !== 0) continue;
    sizes.push(0);
    const name = sizes.length - 1;
    const open = [start];
    names[start] = name;
    for (let at = open.pop(); at !== undefined; at = open.pop()) {
      sizes[name] = (sizes[name] ?? 0) + 1;
      const [x, y] = [at % width, Math.floor(at / width)];
      const neighbors = [
        x > 0 && at - 1,
        x < width - 1 && at + 1,
        y > 0 && at - width,
        y < height - 1 && at + width,
      ];
      for (const next of neighbors)
        if (next !== false && mask[next] === 1 && names[next] === 0) {
          names[next] = name;
          open.push(next);
        }
    }
  }
  const largest = sizes.indexOf(Math.max(...sizes));
  return Uint8Array.from(names, (name) => (name === largest && largest > 0 ? 1 : 0));
}

/** The first and last pixel of the area in each row and in each column, at their outer edges. */
function outlineOf(sheet: Uint8Array, { width, height }: Size): Point[] {
  const outline: Point[] = [];
  const isSheet = (x: number, y: number) => sheet[y * width + x] === 1;
  for (let y = 0; y < height; y++) {
    let first = 0;
    while (first < width && !isSheet(first, y)) first += 1;
    if (first === width) continue;
    let last = width - 1;
    while (!isSheet(last, y)) last -= 1;
    outline.push({ x: first, y: y + 0.5 }, { x: last + 1, y: y + 0.5 });
  }
  for (let x = 0; x < width; x++) {
    let first = 0;
    while (first < height && !isSheet(x, first)) first += 1;
    if (first === height) continue;
    let last = height - 1;
    while (!isSheet(x, last)) last -= 1;
    outline.push({ x: x + 0.5, y: first }, { x: x + 0.5, y: last + 1 });
  }
  return outline;
}

/** Clockwise, as pictures have their y axis (Andrew's monotone chain). */
function convexHull(points: Point[]): Point[] {
  const sorted = points.toSorted((p, q) => p.x - q.x || p.y - q.y);
  const half = (ordered: Point[]) => {
    const chain: Point[] = [];
    for (const point of ordered) {
      while (chain.length > 1 && turn(chain.at(-2) ?? point, chain.at(-1) ?? point, point) <= 0) chain.pop();
      chain.push(point);
    }
    return chain.slice(0, -1);
  };
  return [...half(sorted), ...half(sorted.toReversed())];
}

const turn = (p: Point, q: Point, r: Point): number => (q.x - p.x) * (r.y - p.y) - (q.y - p.y) * (r.x - p.x);

/** Takes away the side whose neighbors, made longer, add the least area, until four are left. */
function fourSides(hull: Point[]): Point[] | undefined {
  let corners = hull;
  while (corners.length > 4) {
    const cuts = corners.map((from, at) => cutSide(corners, from, at)).filter((cut) => cut !== undefined);
    if (cuts.length === 0) return undefined;
    const { corner, at } = cuts.reduce((least, cut) => (cut.added < least.added ? cut : least));
    const next = (at + 1) % corners.length;
    corners = corners.with(at, corner).filter((_, index) => index !== next);
  }
  return corners.length === 4 ? corners : undefined;
}

function cutSide(corners: Point[], from: Point, at: number) {
  const cornerAfter = (steps: number) => corners[(at + steps + corners.length) % corners.length] ?? from;
  const to = cornerAfter(1);
  const corner = intersect([cornerAfter(-1), from], [cornerAfter(2), to]);
  const added = corner && turn(from, corner, to);
  // Neighbors that spread apart never meet on the outer side.
  return corner && added !== undefined && added >= 0 ? { corner, added, at } : undefined;
}

type Line = [Point, Point];

function intersect([p, q]: Line, [r, s]: Line): Point | undefined {
  const [px, py] = [q.x - p.x, q.y - p.y];
  const [rx, ry] = [s.x - r.x, s.y - r.y];
  const scale = px * ry - py * rx;
  if (Math.abs(scale) < 1e-9) return undefined;
  const along = ((r.x - p.x) * ry - (r.y - p.y) * rx) / scale;
  return { x: p.x + along * px, y: p.y + along * py };
}

/** Pixels that the outline may be away from a side and belong to it. */
const reach = 4;
/** The part of a side at each end that may belong to a folded or rounded corner. */
const endPart = 0.08;

/** Lays a line through the outline along each side: more exact than single pixels. */
function fitSides(corners: Point[], outline: Point[]): Point[] {
  const sides = corners.map((from, at): Line => {
    const to = corners[(at + 1) % corners.length] ?? from;
    return fitLine(outline.filter((point) => isAlong(point, from, to))) ?? [from, to];
  });
  return sides.map((side, at) => intersect(sides.at(at - 1) ?? side, side) ?? corners[at] ?? { x: 0, y: 0 });
}

function isAlong(point: Point, from: Point, to: Point): boolean {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const squared = dx * dx + dy * dy;
  const along = ((point.x - from.x) * dx + (point.y - from.y) * dy) / squared;
  const away = Math.abs(turn(from, to, point)) / Math.sqrt(squared);
  return along > endPart && along < 1 - endPart && away < reach;
}

/** The line with the smallest squared distances from the points. */
function fitLine(points: Point[]): Line | undefined {
  if (points.length < 8) return undefined;
  const x = points.reduce((sum, point) => sum + point.x, 0) / points.length;
  const y = points.reduce((sum, point) => sum + point.y, 0) / points.length;
  let [xx, xy, yy] = [0, 0, 0];
  for (const point of points) {
    xx += (point.x - x) ** 2;
    xy += (point.x - x) * (point.y - y);
    yy += (point.y - y) ** 2;
  }
  const angle = Math.atan2(2 * xy, xx - yy) / 2;
  return [
    { x, y },
    { x: x + Math.cos(angle), y: y + Math.sin(angle) },
  ];
}

/** Clockwise from the corner that is nearest to the picture's top left, within the picture. */
function startTopLeft(points: Point[]): Corners | undefined {
  const inside = points.map(({ x, y }) => ({ x: clamp(x), y: clamp(y) }));
  const sums = inside.map(({ x, y }) => x + y);
  const first = sums.indexOf(Math.min(...sums));
  const [p0, p1, p2, p3] = [...inside.slice(first), ...inside.slice(0, first)];
  return p0 && p1 && p2 && p3 && [p0, p1, p2, p3];
}

const clamp = (part: number): number => Math.min(1, Math.max(0, part));

function hasPageAngles(corners: Corners): boolean {
  return corners.every((corner, at) => {
    const [next = corner, last = corner] = [corners[(at + 1) % 4], corners.at(at - 1)];
    const ahead = Math.atan2(next.y - corner.y, next.x - corner.x);
    const back = Math.atan2(last.y - corner.y, last.x - corner.x);
    const degrees = (((back - ahead) * 180) / Math.PI + 720) % 360;
    return degrees > smallestAngle && degrees < largestAngle;
  });
}

/** The pixels of the area, with the letters and pictures inside it: between its first and last in each row. */
function filledPart(sheet: Uint8Array, { width, height }: Size): number {
  let filled = 0;
  for (let y = 0; y < height; y++) {
    const row = sheet.subarray(y * width, (y + 1) * width);
    const first = row.indexOf(1);
    if (first >= 0) filled += row.lastIndexOf(1) - first + 1;
  }
  return filled;
}
