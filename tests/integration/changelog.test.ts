import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import packageLock from '../../package-lock.json' with { type: 'json' };
import packageFile from '../../package.json' with { type: 'json' };
import { createMetrics } from '../../src/observability/metrics.ts';
import { runCommand } from '../fixtures/command-line.ts';
import { createRecordedLog } from '../fixtures/recorded-log.ts';
import { temporaryStore } from '../fixtures/temporary-store.ts';

const changelog = readFileSync('CHANGELOG.md', 'utf8');

describe('the changelog', () => {
  it('has the version of the package as its newest release', () => {
    const releases = [...changelog.matchAll(/^## \[(\d.+)\](.*)$/gm)];
    const dates = releases.map(([, , date = '']) => date);
    expect(releases[0]?.[1]).toBe(packageFile.version);
    for (const date of dates) expect(date).toMatch(/^ - \d{4}-\d\d-\d\d$/);
    expect(dates).toEqual(dates.toSorted().reverse());
  });

  it('names each deprecated command and metric', async () => {
    const { stdout } = await runCommand(['help']);
    const commands = [...stdout.matchAll(/^ +(\w+) .*Deprecated: /gm)];
    const { store } = await temporaryStore();
    const metrics = createMetrics({
      store: Promise.resolve(store),
      isReady: async () => true,
      clock: () => Date.now(),
      log: createRecordedLog().log,
    });
    const names = [...(await metrics.read()).matchAll(/^# HELP (\S+) Deprecated: /gm)];
    const deprecated = [...commands, ...names].map(([, name]) => `\`${name}\``);
    expect(deprecated).toEqual(expect.arrayContaining(['`erase`', '`store_up`']));

    const sections = changelog.split(/^#+ /m).filter((section) => section.startsWith('Deprecated'));
    expect(deprecated.filter((name) => !sections.join('').includes(name))).toEqual([]);
  });
});

describe('the version', () => {
  it('is the same in the lock file', () => {
    const { version, packages } = packageLock;
    expect([version, packages[''].version]).toEqual([packageFile.version, packageFile.version]);
  });
});
