import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../../tests/fixtures/temporary-store.ts';
import { readStaticFiles } from './static-files.ts';

const types = {
  'hero 640.JPG': 'image/jpeg',
  'logo@2x.webp': 'image/webp',
  'map.avif': 'image/avif',
  'mark.gif': 'image/gif',
  'mark.svg': 'image/svg+xml',
  'report-ø.pdf': 'application/pdf',
  'film.mp4': 'video/mp4',
};

it('files of the types that browsers show are served at the URLs that browsers request', () => {
  const folder = temporaryFolder();
  for (const name of [...Object.keys(types), '.DS_Store', 'mark.svg.br'])
    writeFileSync(path.join(folder, name), name);
  const files = readStaticFiles(folder);
  const expected = Object.entries(types).map(([name, type]) => [
    new URL(name, 'http://localhost').pathname,
    expect.stringMatching(new RegExp(`^${RegExp.escape(type)}(; charset=utf-8)?$`)),
  ]);
  const found = [...files].map(([url, { headers }]) => [url, headers['content-type']]);
  expect(Object.fromEntries(found)).toEqual(Object.fromEntries(expected));
  writeFileSync(path.join(folder, 'hero.heic'), '');
  expect(() => readStaticFiles(folder)).toThrow(/hero\.heic cannot be served/);
});
