import type { Point2 } from './hull.ts';

type Cubic = [Point2, Point2, Point2, Point2];

const SAMPLES = 48;
const ROUNDS = 14;

/**
 * Returns the path data of one relative cubic, in whole units, that approximates `place(0)` to
 * `place(1)`. `lowest` limits y: a frame must not reach below the keel.
 */
export function curve(place: (t: number) => Point2, lowest = Infinity): string {
  const points = Array.from({ length: SAMPLES + 1 }, (_, i) => place(i / SAMPLES));
  const cubic = fit(points);
  cubic[1][1] = Math.min(cubic[1][1], lowest);
  return pathOf(cubic);
}

/** Fits the two control points by least squares, then reassigns each sample's parameter. */
function fit(points: Point2[]): Cubic {
  const first = points[0] as Point2;
  const last = points.at(-1) as Point2;
  let parameters = byLength(points);
  let cubic: Cubic = [first, first, last, last];
  for (let round = 0; round < ROUNDS; round++) {
    cubic = solve(points, parameters, first, last);
    parameters = parameters.map((t, i) => nearest(cubic, points[i] as Point2, t));
  }
  return cubic;
}

function byLength(points: Point2[]): number[] {
  let sum = 0;
  const lengths = points.map(([x, y], i) => {
    const [px, py] = points[i - 1] ?? [x, y];
    return (sum += Math.hypot(x - px, y - py));
  });
  return lengths.map((length) => length / (sum || 1));
}

function solve(points: Point2[], parameters: number[], first: Point2, last: Point2): Cubic {
  let aa = 0;
  let ab = 0;
  let bb = 0;
  const ra: Point2 = [0, 0];
  const rb: Point2 = [0, 0];
  points.forEach((point, i) => {
    const t = parameters[i] as number;
    const s = 1 - t;
    const a = 3 * t * s * s;
    const b = 3 * t * t * s;
    aa += a * a;
    ab += a * b;
    bb += b * b;
    for (const k of [0, 1] as const) {
      const rest = point[k] - (s ** 3 * first[k] + t ** 3 * last[k]);
      ra[k] += a * rest;
      rb[k] += b * rest;
    }
  });
  const determinant = aa * bb - ab * ab || 1e-9;
  const control = (k: 0 | 1): Point2 => [
    (ra[k] * bb - rb[k] * ab) / determinant,
    (rb[k] * aa - ra[k] * ab) / determinant,
  ];
  const [ax, bx] = control(0);
  const [ay, by] = control(1);
  return [first, [ax, ay], [bx, by], last];
}

/** Performs one Newton step towards the parameter of the nearest point. */
function nearest([p0, p1, p2, p3]: Cubic, point: Point2, t: number): number {
  if (point === p0 || point === p3) return t;
  const s = 1 - t;
  let along = 0;
  let squared = 0;
  for (const k of [0, 1] as const) {
    const at = s ** 3 * p0[k] + 3 * t * s * s * p1[k] + 3 * t * t * s * p2[k] + t ** 3 * p3[k];
    const slope =
      3 * s * s * (p1[k] - p0[k]) + 6 * s * t * (p2[k] - p1[k]) + 3 * t * t * (p3[k] - p2[k]);
    along += (at - point[k]) * slope;
    squared += slope * slope;
  }
  return Math.min(1, Math.max(0, t - along / (squared || 1)));
}

function pathOf([start, ...rest]: Cubic): string {
  const [x, y] = [Math.round(start[0]), Math.round(start[1])];
  const numbers = rest.flatMap((point) => [Math.round(point[0]) - x, Math.round(point[1]) - y]);
  return `M${x} ${y}c${numbers.map((n, i) => (i > 0 && n >= 0 ? ` ${n}` : `${n}`)).join('')}`;
}
