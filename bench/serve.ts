import { readFileSync } from 'node:fs';
import { serveOwnSite } from './own-site.ts';

/**
 * Serves what Lighthouse measures, in a process of its own: `node bench/serve.ts FOLDER [FILE]`
 * prints the origin of the last build's site, whose store is in FOLDER and whose photograph is FILE.
 */
const [folder = '', photograph] = process.argv.slice(2);
/** Stands in where there is no photograph: one transparent pixel. */
const pixel =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';

console.log(
  await serveOwnSite(folder, photograph ? readFileSync(photograph) : Buffer.from(pixel, 'base64')),
);
