import { deflateSync } from "node:zlib";

/**
 * The distance of the band's center line from the edge of the page, half its width, and the length of a wave, in
 * points.
 */
const inset = 31;
const swing = 5.5;
const period = 24;
const strands = 4;
const rosette = 13;

type Corner = [x: number, y: number];

/** A Form XObject: its box and its compressed operators. */
type Form = { data: Uint8Array; box: [left: number, bottom: number, right: number, top: number] };

/** A drawing whose operators refer to other forms by name. */
export type Drawing = Form & { parts: Record<string, Form> };

const frames = new Map<string, Drawing>();

/** The frame: a band of interlaced waves with rosettes in the corners, like on a stock certificate. */
export function drawFrame(width: number, height: number): Drawing {
  const reach = swing + 1;
  const known = frames.get(`${width} ${height}`);
  if (known) return known;
  const frame = {
    ...makeForm(frameOperators(width, height), [0, 0, width, height]),
    parts: {
      Tile: makeForm(tileOperators(), [-1, -reach, period + 1, reach]),
      Petal: makeForm(petalOperators(), [-1, -1, rosette + 1, rosette + 1]),
    },
  } satisfies Drawing;
  frames.set(`${width} ${height}`, frame);
  return frame;
}

/** The size of the seal's rosette relative to a corner's. */
const sealScale = 3.3;
const sealReach = rosette * sealScale + 1;

let seal: Form | undefined;

/** The red seal with its check mark, around the point 0 0. */
export function drawSeal(): Form {
  seal ??= makeForm(sealOperators(), [-sealReach, -sealReach, sealReach, sealReach]);
  return seal;
}

function sealOperators(): string {
  return [
    "0.706 0.224 0.122 RG",
    `q 0.13 w ${sealScale} 0 0 ${sealScale} 0 0 cm ${rosetteOperators()} Q`,
    `1 g 1.6 w ${circle(21)} b 0.7 w ${circle(17.5)} s`,
    "4.4 w 1 J 1 j -8 0.5 m -2.2 -5.6 l 8.6 6.2 l S\n",
  ].join("\n");
}

/** Four arcs as cubic curves. */
function circle(radius: number): string {
  const handle = radius * 0.5523;
  const quarter = (x1: number, y1: number, x2: number, y2: number) =>
    [
      x1 * radius + x2 * handle,
      y1 * radius + y2 * handle,
      x2 * radius + x1 * handle,
      y2 * radius + y1 * handle,
      x2 * radius,
      y2 * radius,
    ]
      .map(num)
      .join(" ");
  const arcs = [quarter(1, 0, 0, 1), quarter(0, 1, -1, 0), quarter(-1, 0, 0, -1), quarter(0, -1, 1, 0)];
  return `${num(radius)} 0 m ${arcs.map((arc) => `${arc} c`).join(" ")}`;
}

function makeForm(operators: string, box: Form["box"]): Form {
  return { data: deflateSync(Buffer.from(operators, "latin1")), box };
}

function frameOperators(width: number, height: number): string {
  const [left, bottom, right, top] = [inset, inset, width - inset, height - inset];
  const corners: Corner[] = [
    [left, bottom],
    [right, bottom],
    [right, top],
    [left, top],
  ];
  return [
    "q 0.3 w 0.42 0.60 0.63 RG",
    ...corners.map((corner, index) => band(corner, index, index % 2 === 0 ? right - left : top - bottom)),
    ...corners.map(([x, y]) => `q 1 0 0 1 ${x} ${y} cm ${rosetteOperators()} Q`),
    "0.6 w 0.10 0.36 0.41 RG",
    ...[-swing - 3.5, swing + 3.5].map((inwards) => bevelled(left, bottom, right, top, inwards)),
    "Q\n",
  ].join("\n");
}

/** One side of the frame, starting at its corner and rotated by quarter turns, as equal tiles of one period. */
function band([x, y]: Corner, quarterTurns: number, side: number): string {
  const length = side - 2 * rosette;
  const tiles = Math.round(length / period);
  const stretch = length / tiles / period;
  const cos = [1, 0, -1, 0][quarterTurns] ?? 1;
  const sin = [0, 1, 0, -1][quarterTurns] ?? 0;
  const turn = `q ${cos} ${sin} ${-sin} ${cos} ${x} ${y} cm ${num(stretch)} 0 0 1 ${rosette} 0 cm`;
  const tile = `/Tile Do 1 0 0 1 ${period} 0 cm`;
  return `${turn}\n${Array.from({ length: tiles }, () => tile).join("\n")}\nQ`;
}

/** One period of all strands and their mirror images, around the line y = 0. */
function tileOperators(): string {
  const phases = Array.from({ length: 2 * strands }, (_, strand) => (strand / strands) * Math.PI);
  const waves = phases.map((phase) =>
    curve(8, period, (x) => {
      const angle = (2 * Math.PI * x) / period + phase;
      return {
        at: [x, swing * Math.sin(angle)],
        speed: [1, ((swing * 2 * Math.PI) / period) * Math.cos(angle)],
      };
    }),
  );
  return `${waves.join(" ")} S`;
}

const petals = 8;

/** Interlaced petals within a circle. */
function rosetteOperators(): string {
  const turn = [Math.cos, Math.sin].map((part) => part((2 * Math.PI) / petals).toFixed(6));
  return Array.from(
    { length: petals },
    () => `/Petal Do ${turn[0]} ${turn[1]} -${turn[1]} ${turn[0]} 0 0 cm`,
  ).join("\n");
}

/** The part of all rings that repeats around the circle. */
function petalOperators(): string {
  const phases = Array.from({ length: 6 }, (_, index) => (index / 6) * 2 * Math.PI);
  const rings = phases.map((phase) =>
    curve(8, (2 * Math.PI) / petals, (angle) => {
      const radius = rosette * (0.62 + 0.34 * Math.sin(petals * angle + phase));
      const growth = rosette * 0.34 * petals * Math.cos(petals * angle + phase);
      const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
      return {
        at: [radius * cos, radius * sin],
        speed: [growth * cos - radius * sin, growth * sin + radius * cos],
      };
    }),
  );
  return `${rings.join(" ")} S`;
}

type Motion = { at: [number, number]; speed: [number, number] };

/** A smooth curve over `range` as cubic pieces (Hermite form), from the position and derivative at each point. */
function curve(pieces: number, range: number, motion: (moment: number) => Motion): string {
  const step = range / pieces;
  const parts = [`${pair(motion(0).at)} m`];
  for (let index = 0; index < pieces; index++) {
    const from = motion(index * step);
    const to = motion((index + 1) * step);
    const third = step / 3;
    const leaving = pair([from.at[0] + from.speed[0] * third, from.at[1] + from.speed[1] * third]);
    const arriving = pair([to.at[0] - to.speed[0] * third, to.at[1] - to.speed[1] * third]);
    parts.push(`${leaving} ${arriving} ${pair(to.at)} c`);
  }
  return parts.join(" ");
}

/** A hairline rectangle with cutouts at the corners for the rosettes. */
function bevelled(left: number, bottom: number, right: number, top: number, inwards: number): string {
  const [l, b, r, t] = [left + inwards, bottom + inwards, right - inwards, top - inwards];
  const cut = rosette + 4 - inwards;
  const sides: [Corner, Corner][] = [
    [
      [l + cut, b],
      [r - cut, b],
    ],
    [
      [r, b + cut],
      [r, t - cut],
    ],
    [
      [r - cut, t],
      [l + cut, t],
    ],
    [
      [l, t - cut],
      [l, b + cut],
    ],
  ];
  return `${sides.map(([from, to]) => `${pair(from)} m ${pair(to)} l`).join(" ")} S`;
}

function pair([x, y]: [number, number]): string {
  return `${num(x)} ${num(y)}`;
}

function num(value: number): string {
  return String(Math.round(value * 100) / 100);
}
