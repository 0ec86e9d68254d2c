import { curve } from './curve.ts';
import { between, camera, halfBreadth, hullPoint, type Point2 } from './hull.ts';

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

/** Home, Contact: 1440 x 300, two families of lines that cross and become one. */
function meeting() {
  const family = (start: number, end: number) =>
    range(9)
      .map((i) => [start + i * 15, end + i * 15])
      .map(([y, to]) => `M0 ${y}H420C760 ${y} 720 ${to} 1060 ${to}H1440`)
      .join('');
  return { assetLines: family(8, 87), softwareLines: family(172, 94) };
}

/** Home, 900 x 160: three lenses, each of which brings rays closer to the axis, y 80. */
const lens = () =>
  [-7, -6, -5, -4, -3, -2, -1, 1, 2, 3, 4, 5, 6, 7]
    .map((i) => [11, 5, 2].map((distance) => 80 + i * distance))
    .map(([from, second, third]) => `M0 ${from}H120L400 ${second} 660 ${third} 840 80`)
    .join('') +
  [
    [120, 80],
    [400, 40],
    [660, 18],
  ]
    .map(([x = 0, half = 0]) => [x, half, 4 + half / 4])
    .map(
      ([x = 0, half = 0, bulge = 0]) =>
        `M${x} ${80 - half}q${bulge * 2} ${half} 0 ${half * 2}q${bulge * -2} ${-half} 0 ${half * -2}`,
    )
    .join('');

/** About, 520 x 440: frames of the fore body to the right, of the after body to the left. */
const bodyPlan = () =>
  range(8)
    .map((i) => i / 7.65)
    .map((x) => frame(x, 1) + frame(-x, -1))
    .join('');

/** A frame seen from ahead or astern, to one side of the keel. */
function frame(x: number, side: 1 | -1) {
  const sheer = x < 0 ? 0.09 : 0.14;
  return curve((t) => {
    const z = t ** 2.2;
    return [260 + side * 246 * halfBreadth(x, z), 420 - 380 * z * (1 + sheer * x ** 2)];
  }, 420);
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

/** Platform, 1440 x 300: the plan of a hull that is pointed at both ends, and its stations. */
const halfBreadthPlan = () => ({
  halfBreadthWaterlines: [1, -1]
    .flatMap((side) =>
      [0.06, 0.16, 0.32, 0.54, 0.78, 1].map((z) =>
        curve((t) => {
          const x = between(-1, 1, t);
          const fullness =
            (1 - Math.abs(x) ** (x > 0 ? 2.1 : 2.8)) * z ** between(0.3, 0.8, x ** 2);
          return [between(40, 1400, t), 150 - side * 120 * fullness];
        }),
      ),
    )
    .join(''),
  halfBreadthStations: `M60 0${range(12)
    .map(() => 'v300m110-300')
    .join('')}v300`,
  halfBreadthKeel: 'M0 150H1440',
});

/** Platform, 120 x 112: lines, and a line to accent, for each capability in order. */
function capabilities() {
  const strata = [
    'M60 12l50 24-50 24-50-24zM10 52l50 24 50-24M10 68l50 24 50-24',
    'M10 84l50 24 50-24',
  ];
  const grid = [
    range(6)
      .map((i) => i * 20)
      .map((d) => `M${10 + d} 6v100M10 ${6 + d}h100`)
      .join(''),
    'M30 46h40v40h-40z',
  ];
  const toRay = (i: number, radius: number) => {
    const angle = (i * Math.PI) / 27;
    return `${round(10 + radius * Math.cos(angle))} ${round(56 - radius * Math.sin(angle))}`;
  };
  const fan = [
    [-4, -3, -2, -1, 1, 2, 3, 4].map((i) => `M10 56L${toRay(i, 100)}`).join('') +
      [34, 67, 100].map((r) => `M${toRay(-4, r)}A${r} ${r} 0 0 0 ${toRay(4, r)}`).join(''),
    'M10 56H110',
  ];
  const interlocked = [
    'M10 6v100M110 6v100M10 16h84M26 32h84M10 48h84M26 64h84M10 80h84M26 96h84',
    'M18 24h84v16h-84v16h84v16h-84v16h84',
  ];
  const members = range(7)
    .map((i) => (i * 2 * Math.PI) / 7)
    .map((angle) => `${round(60 + 50 * Math.sin(angle))} ${round(58 - 50 * Math.cos(angle))}`);
  const linksOf = (i: number) => members.slice(i + 1).map((other) => `M${members[i]}L${other}`);
  const network = [range(6).slice(1).flatMap(linksOf).join(''), linksOf(0).join('')];
  const drawings = [strata, grid, fan, interlocked, network];
  return {
    capabilityLines: drawings.map(([lines]) => lines as string),
    capabilityAccents: drawings.map(([, accent]) => accent as string),
  };
}

const ring = (x: number, y: number, radius: number) =>
  `M${x - radius} ${y}a${radius} ${radius} 0 1 1 ${radius * 2} 0a${radius} ${radius} 0 1 1 ${radius * -2} 0`;

/** Ecosystems, 1440 x 460: hubs, and lines between them in both directions. */
function exchange() {
  const hubs: Point2[] = [
    [-130, 110],
    [150, 262],
    [440, 116],
    [700, 330],
    [1010, 132],
    [1290, 292],
    [1580, 110],
  ];
  const neighbors: Point2[] = [
    [0, 1],
    [1, 2],
    [1, 3],
    [2, 3],
    [2, 4],
    [3, 4],
    [3, 5],
    [4, 5],
    [5, 6],
  ];
  const flows = (side: 1 | -1) =>
    neighbors.map(([from, to]) => flow(hubs[from] as Point2, hubs[to] as Point2, side)).join('');
  return {
    // Lines without length, which round caps make discs of one size at any scale.
    exchangeHubs: hubs.map((hub) => `M${hub.join(' ')}h0`).join(''),
    exchangeThere: flows(1),
    exchangeBack: flows(-1),
  };
}

/** Six curves between two hubs, to one side of the straight line. */
function flow(from: Point2, to: Point2, side: 1 | -1) {
  const [x, y] = [to[0] - from[0], to[1] - from[1]];
  const length = Math.hypot(x, y);
  return range(6)
    .map((i) => (side * (10 + i * length * 0.055)) / length)
    .map(
      (bow) => `M${from.join(' ')}q${round(x / 2 + y * bow)} ${round(y / 2 - x * bow)} ${x} ${y}`,
    )
    .join('');
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

/** Ecosystems: a plate centered on 56 56, and a row of six. */
function plates() {
  const plate = (x: number) => [50, 44, 28].map((radius) => ring(x, 56, radius)).join('');
  return {
    plate: plate(56),
    plateRow: range(6)
      .map((i) => plate(56 + i * 112))
      .join(''),
  };
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

/** The paths by module and name. A page's script contains only the paths that it draws. */
export const drawings: Record<string, Record<string, string | string[]>> = {
  home: { ...hero(), lens: lens() },
  about: { bodyPlan: bodyPlan() },
  platform: { ...halfBreadthPlan(), ...capabilities() },
  ecosystems: { ...exchange(), confluence: confluence(), ...plates(), ...lanes() },
  meeting: meeting(),
  'not-found': { unbuiltHull: unbuilt() },
};
