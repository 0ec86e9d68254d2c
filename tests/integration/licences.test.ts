import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

interface Package {
  version: string;
  license?: string;
  dev?: boolean;
}

const readPackages = (lock: string) => {
  const { packages } = JSON.parse(readFileSync(lock, 'utf8')) as {
    packages: Record<string, Package>;
  };
  return Object.entries(packages).filter(([folder]) => folder !== '');
};
const all = readPackages('package-lock.json');
const others = readPackages('bench/package-lock.json');
const collectLicences = (some: [string, Package][]) =>
  new Set(some.map(([, { license }]) => license));

/** Licences that only require keeping their notice. */
const permissive = ['0BSD', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', 'BlueOak-1.0.0', 'ISC'];
const free = [...permissive, 'MIT', 'MIT-0', 'Unlicense'];

describe('the packages', () => {
  it('at run time or in a browser have a permissive licence', () => {
    const running = all.filter(([, { dev }]) => !dev);
    expect([...collectLicences(running)].filter((name) => !free.includes(String(name)))).toEqual(
      [],
    );
  });

  it('for building and testing have an allowed licence', () => {
    const allowed = [
      ...free,
      'CC-BY-4.0',
      'CC0-1.0',
      'MPL-2.0',
      '(MIT OR CC0-1.0)',
      '(MIT OR GPL-3.0-or-later)',
      '(MIT AND Zlib)',
    ];
    expect(
      [...collectLicences([...all, ...others])].filter((name) => !allowed.includes(String(name))),
    ).toEqual([]);
  });

  it('at run time are the ones of the decision on dependencies', () => {
    const table = readFileSync('docs/decisions/0007-dependencies.md', 'utf8').match(/^\| `[^|]+/gm);
    const named = table?.flatMap((cell) => [...cell.matchAll(/`(.+?)`/g)].map(([, name]) => name));
    const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8'));
    expect(named?.toSorted()).toEqual(Object.keys(dependencies).toSorted());
  });

  it.each(['package.json', 'bench/package.json'])('are pinned to exact versions in %s', (file) => {
    const { dependencies, devDependencies } = JSON.parse(readFileSync(file, 'utf8'));
    const ranges = Object.entries<string>({ ...dependencies, ...devDependencies }).filter(
      ([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version),
    );
    expect(ranges).toEqual([]);
  });
});
