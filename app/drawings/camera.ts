import type { Point2, Point3 } from './hull.ts';

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

/** A pinhole camera held level: gives each point in space its place in the picture. */
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
