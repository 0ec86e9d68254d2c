import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const readJson = (file: string) => JSON.parse(readFileSync(file, 'utf8'));
const readPackages = (lock: string) =>
  Object.entries<{ license?: string; dev?: boolean }>(readJson(lock).packages)
    .filter(([folder]) => folder !== '')
    .map(([, { license = 'none', dev = false }]) => ({ license, dev }));

/** Licences that only require keeping their notice. */
const permissive = ['0BSD', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', 'BlueOak-1.0.0', 'ISC'];
const free = [...permissive, 'MIT', 'MIT-0', 'Unlicense'];
const forBuilding = [
  ...[...free, 'CC-BY-4.0', 'CC0-1.0', 'MPL-2.0', 'Python-2.0'],
  ...['(MIT OR CC0-1.0)', '(MIT OR GPL-3.0-or-later)', '(MIT AND Zlib)'],
];

describe('the packages', () => {
  it('have an allowed licence, and at run time or in a browser a permissive one', () => {
    const all = [...readPackages('package-lock.json'), ...readPackages('bench/package-lock.json')];
    expect(all.filter(({ license }) => !forBuilding.includes(license))).toEqual([]);
    const running = readPackages('package-lock.json').filter(({ dev }) => !dev);
    expect(running.length).toBeGreaterThan(10);
    expect(running.filter(({ license }) => !free.includes(license))).toEqual([]);
  });

  it('at run time are the ones of the decision on dependencies', () => {
    const list = readFileSync('docs/decisions/0007-dependencies.md', 'utf8').match(/^- `[^:]+/gm);
    const named = list?.flatMap((item) => [...item.matchAll(/`(.+?)`/g)].map(([, name]) => name));
    const { dependencies } = readJson('package.json');
    expect(named?.toSorted()).toEqual(Object.keys(dependencies).toSorted());
  });

  it.each(['package.json', 'bench/package.json'])('are pinned to exact versions in %s', (file) => {
    const { dependencies, devDependencies, optionalDependencies } = readJson(file);
    const all = { ...dependencies, ...devDependencies, ...optionalDependencies };
    const versions = Object.values<string>(all);
    expect(versions.filter((version) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))).toEqual([]);
  });
});
