import { curve } from './curve.ts';
import { between, camera, halfBreadth, hullPoint } from './hull.ts';

const range = (count: number) => Array.from({ length: count }, (_, i) => i);
const round = Math.round;

/** Home, 900 x 690: the bow from below, stretched over the space beside the headline. */
function hero() {
  const see = camera({
    eye: [1.95, -0.58, -0.075],
    lookAt: [0.5, 0, 0.1],
    zoom: 2450,
    centre: [580, 466],
  });
  const along = (t: number) => between(-0.9, 1, t);
  const frames = range(27).map((i) => -0.9 + 1.885 * (i / 26) ** 0.8);
  return {
    heroFrames: frames.map((x) => curve((t) => see(hullPoint(x, t ** 2.6)))).join(''),
    heroWaterlines: [0.06, 0.16, 0.3, 0.46, 0.64, 0.82, 1]
      .map((z) => curve((t) => see(hullPoint(along(t), z))))
      .join(''),
    heroKeel: curve((t) => see(hullPoint(along(t), 0))),
  };
}

/** Home, 1440 x 300: parallel lines that become the waterlines of a hull. */
function fairing() {
  const waterlines = range(15)
    .map((i) => (i - 7) / 7)
    .filter((offset) => offset !== 0)
    .map((offset) => {
      const y = 150 + offset * 140;
      const breadth = Math.abs(offset);
      return `M0 ${y}H460C${round(700 + 60 * breadth)} ${y} 980 ${round(150 + offset * 215)} 1392 150`;
    })
    .join('');
  return { fairing: waterlines, fairingKeel: 'M0 150H1440' };
}

/** Home, 1200 x 320: the sheer that the pillars hang from; its keel is `M0 320C400 260 800 150 1200 0`. */
const sheer = () =>
  [1, 2, 3, 4, 5]
    .map((i) => `M0 ${320 - i * 9}C400 ${260 - i * 24} 800 ${150 - i * 34} 1200 ${-i * 40}`)
    .join('');

/** 520 x 440: frames of the fore body to the right, of the after body to the left. */
function bodyPlan() {
  const size: FrameSize = { half: 246, height: 380, keel: [260, 420] };
  return range(8)
    .map((i) => i / 7.65)
    .map((x) => frame(x, 1, size) + frame(-x, -1, size))
    .join('');
}

/** Size of a body plan's frames: `half` is the width to each side, `keel` the base point. */
interface FrameSize {
  half: number;
  height: number;
  keel: readonly [x: number, y: number];
}

/** A frame seen from ahead or astern, to one side of the keel. */
function frame(x: number, side: 1 | -1, { half, height, keel: [middle, base] }: FrameSize) {
  const sheer = x < 0 ? 0.09 : 0.14;
  return curve((t) => {
    const z = t ** 2.2;
    return [middle + side * half * halfBreadth(x, z), base - height * z * (1 + sheer * x ** 2)];
  }, base);
}

/** Waterlines from above: one side of the hull, from x `stern` to `bow`, on the base line `y`. */
const waterlines = (stern: number, bow: number, y: number, half: number) =>
  [0.03, 0.08, 0.15, 0.25, 0.38, 0.54, 0.75, 1]
    .map((z) =>
      curve((t) => {
        const x = between(-1, 1, t);
        return [between(stern, bow, t), y - half * halfBreadth(x, z)];
      }),
    )
    .join('');

/** Platform, 1440 x 300: the half-breadth plan and its stations. */
const halfBreadthPlan = () => ({
  halfBreadthWaterlines: waterlines(-120, 1400, 300, 280),
  halfBreadthStations: `M60 0${range(12)
    .map(() => 'v300m108-300')
    .join('')}v300`,
  halfBreadthKeel: 'M0 299H1440',
});

/** Platform, 120 x 124: five frames, from the bow to amidships, on the base line `M4 112H116`. */
function ribs() {
  const size: FrameSize = { half: 54, height: 92, keel: [60, 112] };
  return [0.93, 0.78, 0.58, 0.3, 0].map((x) => frame(x, -1, size) + frame(x, 1, size));
}

/** Ecosystems, 1440 x 460: three hulls from above. */
function fleet() {
  const hull = (stern: number, bow: number, y: number, half: number) => {
    const length = bow - stern;
    return range(9)
      .map((i) => round(half * 1.33 * ((i + 1) / 9) ** 0.8))
      .flatMap((bulge) => [-bulge, bulge])
      .map(
        (b) =>
          `M${stern} ${y}c${round(length * 0.3)} ${b} ${round(length * 0.62)} ${b} ${length} 0`,
      )
      .join('');
  };
  return {
    fleet: hull(-60, 900, 180, 150) + hull(300, 1380, 250, 170) + hull(640, 1520, 130, 120),
    fleetKeels: 'M0 180H900M300 250H1440M640 130H1440',
  };
}

/** Ecosystems, 600 x 420: many streams drawn into one; the keel is `M0 210H600`. */
const confluence = () =>
  range(17)
    .map((i) => i - 8)
    .filter((offset) => offset !== 0)
    .map((offset) => {
      const from = 210 + offset * 25;
      const to = round(210 + offset * 3.2);
      const bend = Math.abs(offset);
      return `M0 ${from}C${170 + bend * 14} ${from} ${230 + bend * 6} ${to} 420 ${to}H600`;
    })
    .join('');

/**
 * Ecosystems: overlapping scales. One scale is 100 wide and centred on 0 0; a row of eight repeats it
 * every 100 units. Rows are 25 apart, every second one offset by 50. The arcs end where the next two
 * rows cover them.
 */
function scales() {
  const arcs = [50, 38, 26, 14].map((radius) => {
    // Where this arc meets the rim of the neighbour centred on 50 25, or of the one on 0 50.
    const [x, y] = rimMeets(radius);
    return { radius, x, y };
  });
  const scale = (centre: number) =>
    arcs
      .map(({ radius, x, y }) => `M${centre - x} ${y}A${radius} ${radius} 0 0 1 ${centre + x} ${y}`)
      .join('');
  return {
    scale: scale(0),
    scaleRow: range(8)
      .map((i) => scale(i * 100))
      .join(''),
  };
}

function rimMeets(radius: number): [x: number, y: number] {
  for (let angle = 0; angle < 180; angle += 0.25) {
    const x = radius * Math.sin((angle * Math.PI) / 180);
    const y = -radius * Math.cos((angle * Math.PI) / 180);
    const covered = Math.hypot(x - 50, y - 25) < 50 || Math.hypot(x, y - 50) < 50;
    if (covered) return [round(x), round(y)];
  }
  return [0, radius];
}

/** Ecosystems, 600 x 420 and on to the right: lanes of a track, and the one that leaves it. */
function lanes() {
  const others = range(8)
    .filter((i) => i !== 2)
    .map((i) => 60 + i * 24)
    .map((r) => `M1600 ${280 - r}H250A${r} ${r} 0 0 0 250 ${280 + r}H1600`);
  return {
    lanes: others.join(''),
    ownLane: 'M1600 388H250A108 108 0 0 1 174 204C220 156 330 60 600 10L1600 -175',
  };
}

/** Not found, 1440 x 480: the waterlines of a hull that has not been built. */
const unbuilt = () => waterlines(80, 1380, 480, 420);

/** All drawings by their names in paths.ts. */
export const drawings: Record<string, string | string[]> = {
  ...hero(),
  ...fairing(),
  sheer: sheer(),
  bodyPlan: bodyPlan(),
  ...halfBreadthPlan(),
  ribs: ribs(),
  ...fleet(),
  confluence: confluence(),
  ...scales(),
  ...lanes(),
  unbuiltHull: unbuilt(),
};
