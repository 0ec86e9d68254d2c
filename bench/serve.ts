import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { serveOwnSite } from './own-site.ts';
import { serveReference } from './reference-site.ts';

/**
 * Serves what bench/lighthouse.ts measures, in a process of its own: `node bench/serve.ts [folder]`
 * prints the origin of the last build's site, then that of the reference in `folder`. It ends with
 * its standard input.
 */
const [reference] = process.argv.slice(2);
/** Stands in for the photograph where there is no reference to take it from: one transparent pixel. */
const pixel =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';

const folder = mkdtempSync(path.join(tmpdir(), 'bench-'));
const photograph = reference
  ? readFileSync(path.join(reference, 'photo.png'))
  : Buffer.from(pixel, 'base64');
console.log(await serveOwnSite(folder, photograph));
if (reference) console.log(await serveReference(reference));

process.stdin.resume().once('end', () => {
  rmSync(folder, { recursive: true });
  process.exit();
});
