import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { readStaticFiles } from '../server/static-files.ts';
import { temporaryFolder } from '../test/temporary-store.ts';
import { keepEarlierAssets } from './keep-earlier-assets.ts';

let folder: string;
beforeEach(() => {
  folder = temporaryFolder();
});

/** A build that makes one script, named by its content. */
function build(script: string) {
  const settle = keepEarlierAssets(folder);
  write(`client/assets/${script}.js`);
  write('client/.vite/manifest.json');
  write('server/render.js');
  write('server/server.js');
  write('cards.json');
  write('built-at');
  settle();
}

function write(file: string) {
  mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
  writeFileSync(path.join(folder, file), file);
}

const scripts = (generation: string) => [...readStaticFiles(path.join(folder, generation)).keys()];

describe('a build', () => {
  it('keeps the scripts of the one before, at their addresses', () => {
    build('home-1');
    build('home-2');
    expect(scripts('previous')).toEqual(['/assets/home-1.js']);
    expect(scripts('client')).toEqual(['/assets/home-2.js']);
  });

  it('keeps one earlier generation, not all of them', () => {
    for (const script of ['home-1', 'home-2', 'home-3']) build(script);
    expect(scripts('previous')).toEqual(['/assets/home-2.js']);
    expect(readdirSync(folder)).not.toContain('last');
  });

  it('of the same sources loses no earlier generation', () => {
    for (const script of ['home-1', 'home-2', 'home-2']) build(script);
    expect(scripts('previous')).toEqual(['/assets/home-1.js']);
  });

  it('that fails passes for none, and loses nothing', () => {
    build('home-1');
    keepEarlierAssets(folder);
    write('client/assets/half.js');
    expect(existsSync(path.join(folder, 'server/render.js'))).toBe(false);
    build('home-2');
    expect(scripts('previous')).toEqual(['/assets/home-1.js']);
  });

  it('is fine without an earlier one', () => {
    build('home-1');
    expect(scripts('previous')).toEqual([]);
  });
});
