import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import packageLock from '../../package-lock.json' with { type: 'json' };
import packageFile from '../../package.json' with { type: 'json' };

const changelog = readFileSync('CHANGELOG.md', 'utf8');

describe('the changelog', () => {
  it('has the version of the package as its newest release', () => {
    const releases = [...changelog.matchAll(/^## \[(\d.+)\](.*)$/gm)];
    const dates = releases.map(([, , date = '']) => date);
    expect(releases[0]?.[1]).toBe(packageFile.version);
    for (const date of dates) expect(date).toMatch(/^ - \d{4}-\d\d-\d\d$/);
    expect(dates).toEqual(dates.toSorted().reverse());
  });
});

describe('the version', () => {
  it('is the same in the lock file', () => {
    const { version, packages } = packageLock;
    expect([version, packages[''].version]).toEqual([packageFile.version, packageFile.version]);
  });
});
