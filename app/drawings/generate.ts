import * as draw from './drawings.ts';

/** The text of paths.ts. */
export function pathsModule(): string {
  const hero = draw.hero();
  const fairing = draw.fairing();
  const plan = draw.halfBreadthPlan();
  const fleet = draw.fleet();
  const scales = draw.scales();
  const lanes = draw.lanes();
  const paths: Record<string, string | string[]> = {
    heroFrames: hero.frames,
    heroWaterlines: hero.waterlines,
    heroKeel: hero.keel,
    fairing: fairing.waterlines,
    fairingKeel: fairing.keel,
    sheer: draw.sheer(),
    bodyPlan: draw.bodyPlan(),
    halfBreadthWaterlines: plan.waterlines,
    halfBreadthStations: plan.stations,
    halfBreadthKeel: plan.keel,
    ribs: draw.ribs(),
    fleet: fleet.hulls,
    fleetKeels: fleet.keels,
    confluence: draw.confluence(),
    scale: scales.scale,
    scaleRow: scales.row,
    lanes: lanes.others,
    ownLane: lanes.own,
    unbuiltHull: draw.unbuilt(),
  };
  return [
    '// Generated: node app/drawings/generate.ts > app/drawings/paths.ts',
    '// The boxes that the paths are drawn in stand in drawings.ts.',
    ...Object.entries(paths).map(([name, path]) => `\n${declaration(name, path)}`),
    '',
  ].join('\n');
}

/** As Prettier would have it, so that the generated file passes the same check as the others. */
function declaration(name: string, path: string | string[]): string {
  const start = `export const ${name} =`;
  if (Array.isArray(path)) return `${start} [\n${path.map((p) => `  '${p}',\n`).join('')}];`;
  const line = `${start} '${path}';`;
  return line.length > 100 ? `${start}\n  '${path}';` : line;
}

if (import.meta.main) process.stdout.write(pathsModule());
