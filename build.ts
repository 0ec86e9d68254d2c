import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { createBuilder } from 'vite';
import { precompress } from './server/precompress.ts';

/** Builds the site into ./dist. With --if-needed only where its sources differ from the last build's. */
const stampFile = 'dist/sources.sha256';
const sources = [
  'app/**/*.{ts,tsx,css,svg}',
  'inquiries/**/*.ts',
  'vite.config.ts',
  'package-lock.json',
];

const stamp = hashSources();
const isCurrent = existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp;

if (!process.argv.includes('--if-needed') || !isCurrent) {
  const builder = await createBuilder({ logLevel: 'warn' });
  await builder.buildApp();
  await precompress('dist/client');
  writeFileSync(stampFile, stamp);
  console.log('Built the site into ./dist');
}

function hashSources() {
  const hash = createHash('sha256');
  for (const file of sources.flatMap((pattern) => globSync(pattern)).sort()) {
    hash.update(`${file}\0`).update(readFileSync(file)).update('\0');
  }
  return hash.digest('hex');
}
