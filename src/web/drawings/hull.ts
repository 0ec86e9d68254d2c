/**
 * The hull that all drawings show. `x` runs from the stern (-1) to the bow (1), `z` from the keel (0)
 * to the deck (1); the unit is half of the ship's length.
 */
export type Point2 = [x: number, y: number];
export type Point3 = [x: number, y: number, z: number];

export const between = (from: number, to: number, t: number) => from + (to - from) * t;

/** Returns the distance of the side from the centre line, as a fraction of the maximum. */
export function halfBreadth(x: number, z: number): number {
  const fromMiddle = Math.abs(x);
  const atDeck = x > 0 ? 1 - fromMiddle ** 2.1 : 1 - 0.62 * fromMiddle ** 2.8;
  // The frames are U-shaped amidships and V-shaped towards both ends.
  const flare = between(0.17, x > 0 ? 0.95 : 0.8, fromMiddle ** 1.5);
  return atDeck * z ** flare;
}

/** Returns a point on the near side, with the sheer of the deck and the rake of both ends. */
export function hullPoint(x: number, z: number): Point3 {
  const rake = x > 0 ? 0.1 * z * x ** 6 : -0.06 * z * x ** 6;
  const height = 0.2 + 0.05 * x ** 2 + (x > 0 ? 0.03 * x ** 3 : 0);
  return [x + rake, -0.21 * halfBreadth(x, z), z * height];
}

interface Camera {
  eye: Point3;
  lookAt: Point3;
  zoom: number;
  centre: Point2;
}

const minus = (a: Point3, b: Point3): Point3 => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
const dot = (a: Point3, b: Point3) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const cross = (a: Point3, b: Point3): Point3 => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
const unit = (a: Point3): Point3 => {
  const length = Math.hypot(...a);
  return [a[0] / length, a[1] / length, a[2] / length];
};

/** Creates a level pinhole camera, which projects points in space to the picture. */
export function camera({ eye, lookAt, zoom, centre }: Camera) {
  const ahead = unit(minus(lookAt, eye));
  const right = unit(cross(ahead, [0, 0, 1]));
  const up = cross(right, ahead);
  return (point: Point3): Point2 => {
    const ray = minus(point, eye);
    const scale = zoom / dot(ray, ahead);
    return [centre[0] + scale * dot(ray, right), centre[1] - scale * dot(ray, up)];
  };
}
