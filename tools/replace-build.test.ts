import { cpSync, existsSync, mkdirSync, readdirSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { isSiteBuilt } from '../src/http/pages/site-build.ts';
import { readStaticFiles } from '../src/http/pages/static-files.ts';
import { temporaryFolder } from '../tests/fixtures/temporary-store.ts';
import { replaceBuild } from './replace-build.ts';

let parent: string;
let dist: string;
beforeEach(() => {
  parent = temporaryFolder();
  dist = path.join(parent, 'dist');
});

const files = [
  'client/.vite/manifest.json',
  'server/entry-server.js',
  'server/server.js',
  'site.json',
];

/** A build that makes one script, named by its content. */
const build = (script: string) =>
  replaceBuild(dist, async (folder) => {
    for (const file of [`client/assets/${script}.js`, ...files]) write(folder, file);
  });

function write(folder: string, file: string) {
  mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
  writeFileSync(path.join(folder, file), file);
}

const scripts = (generation: string) => [...readStaticFiles(path.join(dist, generation)).keys()];

describe('a build', () => {
  it('keeps the scripts of the one before, at their addresses', async () => {
    await build('home-1');
    await build('home-2');
    expect(scripts('previous')).toEqual(['/assets/home-1.js']);
    expect(scripts('client')).toEqual(['/assets/home-2.js']);
    expect(readdirSync(parent)).toEqual(['dist']);
  });

  it('keeps one earlier generation, not all of them', async () => {
    for (const script of ['home-1', 'home-2', 'home-3']) await build(script);
    expect(scripts('previous')).toEqual(['/assets/home-2.js']);
  });

  it('of the same sources loses no earlier generation', async () => {
    for (const script of ['home-1', 'home-2', 'home-2']) await build(script);
    expect(scripts('previous')).toEqual(['/assets/home-1.js']);
  });

  it('is fine without an earlier one', async () => {
    await build('home-1');
    expect(scripts('previous')).toEqual([]);
  });

  it('leaves the earlier one as it is until it is complete', async () => {
    await build('home-1');
    await replaceBuild(dist, async (folder) => {
      write(folder, 'client/assets/home-2.js');
      expect(isSiteBuilt(dist)).toBe(true);
      expect(scripts('client')).toEqual(['/assets/home-1.js']);
    });
  });
});

describe('a build that fails', () => {
  it('leaves the earlier one and its previous assets, and nothing of its own', async () => {
    for (const script of ['home-1', 'home-2']) await build(script);
    const attempt = replaceBuild(dist, async (folder) => {
      write(folder, 'client/assets/half.js');
      throw new Error('ENOSPC');
    });
    await expect(attempt).rejects.toThrow('ENOSPC');
    expect(isSiteBuilt(dist)).toBe(true);
    expect([scripts('client'), scripts('previous')]).toEqual([
      ['/assets/home-2.js'],
      ['/assets/home-1.js'],
    ]);
    expect(readdirSync(parent)).toEqual(['dist']);
  });

  it('at its last step leaves what was there', async () => {
    write(dist, 'site.json');
    const buildNothing = async () => undefined;
    await expect(replaceBuild(dist, buildNothing)).rejects.toThrow('ENOENT');
    expect(readdirSync(dist)).toEqual(['site.json']);
    expect(readdirSync(parent)).toEqual(['dist']);
  });
});

describe('a build that was killed', () => {
  it('while it wrote leaves nothing that the next one does not remove', async () => {
    await build('home-1');
    write(`${dist}.new`, 'client/assets/half.js');
    await build('home-2');
    expect(scripts('client')).toEqual(['/assets/home-2.js']);
    expect(readdirSync(parent)).toEqual(['dist']);
  });

  it('between the two renames costs no earlier assets', async () => {
    await build('home-1');
    renameSync(dist, `${dist}.old`);
    await build('home-2');
    expect(scripts('previous')).toEqual(['/assets/home-1.js']);
    expect(readdirSync(parent)).toEqual(['dist']);
  });

  it('before it removed the earlier one leaves nothing for long', async () => {
    await build('home-1');
    cpSync(dist, `${dist}.old`, { recursive: true });
    await build('home-2');
    expect(existsSync(`${dist}.old`)).toBe(false);
  });
});
