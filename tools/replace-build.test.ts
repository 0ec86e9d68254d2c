import { cpSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { readStaticFiles } from '../src/http/pages/static-files.ts';
import { temporaryFolder } from '../tests/fixtures/temporary-store.ts';
import { replaceBuild } from './build.ts';

let parent: string;
let dist: string;
beforeEach(() => {
  parent = temporaryFolder();
  dist = path.join(parent, 'dist');
});

/** Builds a single script, named after its content. */
const build = (script: string) =>
  replaceBuild(dist, async (folder) => write(folder, `client/assets/${script}.js`));

function write(folder: string, file: string) {
  mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
  writeFileSync(path.join(folder, file), file);
}

const readScripts = () => [...readStaticFiles(path.join(dist, 'client')).keys()];

describe('a build', () => {
  it('leaves the earlier one as it is until it is complete, or for good if it fails', async () => {
    await build('home-1');
    const isUnchanged = () => expect(readScripts()).toEqual(['/assets/home-1.js']);
    const attempt = replaceBuild(dist, async (folder) => {
      write(folder, 'client/assets/half.js');
      isUnchanged();
      throw new Error('ENOSPC');
    });
    await expect(attempt).rejects.toThrow('ENOSPC');
    isUnchanged();
    expect(readdirSync(parent)).toEqual(['dist']);
  });

  it.each([
    ['while it wrote', () => write(`${dist}.new`, 'client/assets/half.js')],
    [
      'while it replaced the earlier one',
      () => {
        cpSync(dist, `${dist}.new`, { recursive: true });
        rmSync(`${dist}/client`, { recursive: true });
      },
    ],
  ])('that was killed %s leaves nothing that the next one does not remove', async (_, kill) => {
    await build('home-1');
    kill();
    await build('home-2');
    expect(readScripts()).toEqual(['/assets/home-2.js']);
    expect(readdirSync(parent)).toEqual(['dist']);
  });
});
