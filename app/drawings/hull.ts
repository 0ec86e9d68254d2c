/**
 * One hull, from which every drawing is taken. `x` runs from the stern (-1) to the bow (1), `z` from
 * the keel (0) to the deck (1); lengths are in halves of the ship's length.
 */
export type Point2 = [x: number, y: number];
export type Point3 = [x: number, y: number, z: number];

export const between = (from: number, to: number, t: number) => from + (to - from) * t;

/** How far the side lies from the centre line, as a part of the greatest half-breadth. */
export function halfBreadth(x: number, z: number): number {
  const fromMiddle = Math.abs(x);
  const atDeck = x > 0 ? 1 - fromMiddle ** 2.1 : 1 - 0.62 * fromMiddle ** 2.8;
  // The frames are U-shaped amidships and V-shaped towards both ends.
  const flare = between(0.17, x > 0 ? 0.95 : 0.8, fromMiddle ** 1.5);
  return atDeck * z ** flare;
}

/** A point of the near side, with the sheer of the deck and the rake of both ends. */
export function hullPoint(x: number, z: number): Point3 {
  const rake = x > 0 ? 0.1 * z * x ** 6 : -0.06 * z * x ** 6;
  const height = 0.2 + 0.05 * x ** 2 + (x > 0 ? 0.03 * x ** 3 : 0);
  return [x + rake, -0.21 * halfBreadth(x, z), z * height];
}

/** A frame seen from ahead or astern, in a box `half` wide to each side and `height` high. */
export function frame(x: number, side: 1 | -1, half: number, height: number) {
  const sheer = x < 0 ? 0.09 : 0.14;
  return (t: number): Point2 => {
    const z = t ** 2.2;
    return [side * half * halfBreadth(x, z), -height * z * (1 + sheer * x ** 2)];
  };
}
