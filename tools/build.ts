import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { Command } from '@commander-js/extra-typings';
import { compress } from '../src/http/pages/compress.ts';
import { findContentErrors, findEndOfHolidays, findLongTitles } from './check-content.ts';
import { findOldIcons } from './icon-sources.ts';
import { describeExceededBudgets, measureBytes, renderDocuments } from './measure-bytes.ts';

/** File with the hash of the sources, which a build writes last. */
const stamp = 'sources.sha256';
const sources = ['src/**/*.*', 'tools/**/*.ts', 'vite.config.ts', '{package-lock,tsconfig}.json'];

if (import.meta.main) {
  const { errors, ifNeeded = false } = new Command('npm run build --')
    .description('Build site and server into ./dist.')
    .option('--if-needed', 'Build only if the sources changed since the last build.')
    .option(
      '--errors',
      'Print the errors of the content at which a build stops, and build nothing.',
    )
    .showHelpAfterError()
    .parse()
    .opts();
  if (errors) console.log(findContentErrors().join('\n'));
  else await buildSite({ isIfNeeded: ifNeeded });
}

/**
 * Builds the site and the server into ./dist. `isIfNeeded`: only if the sources have changed since
 * the last build.
 */
async function buildSite({ isIfNeeded }: { isIfNeeded: boolean }) {
  const sourceHash = hashSources();
  if (isIfNeeded && readStamp('dist') === sourceHash) return;
  const errors = findErrors();
  if (errors.length > 0) {
    console.error(errors.join('\n'));
    process.exit(1);
  }
  await replaceBuild('dist', async (folder) => {
    await buildInto(folder);
    writeFileSync(`${folder}/${stamp}`, sourceHash);
  });
  // Imported here, so that --if-needed works without development packages.
  const { describeMissingCharacters } = await import('./fonts.ts');
  const documents = await renderDocuments();
  const warnings = [
    ...findEndOfHolidays(),
    ...describeMissingCharacters(),
    ...findOldIcons(),
    ...findLongTitles(documents),
    ...describeExceededBudgets(await measureBytes(documents)),
  ];
  for (const warning of warnings) console.warn(`Warning: ${warning}`);
  console.log('Built the site into ./dist');
}

function hashSources(): string {
  const hash = createHash('sha256');
  for (const file of globSync(sources, { exclude: ['**/*.test.*'] }).sort()) {
    hash.update(`${file}\0`);
    hash.update(readFileSync(file));
    hash.update('\0');
  }
  return hash.digest('hex');
}

function readStamp(folder: string): string | undefined {
  const file = `${folder}/${stamp}`;
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}

function findErrors(): string[] {
  // npm skips optional packages that require a newer Node than the one that runs npm.
  if (globSync('node_modules/@rolldown/binding-*').length === 0) {
    return [
      'The sources changed since the last build, and the packages that build are missing. Run "npm ci" first, with the npm of Node 20.19, 22.12 or newer.',
    ];
  }
  const errors = findContentErrors();
  return errors.length > 0 ? ['Build stopped.', ...errors] : [];
}

/**
 * Runs `build` in a staging folder, which replaces `folder` after a complete build. If the build
 * fails, the earlier one remains. If the replacement is killed, there is no stamp, so --if-needed
 * builds again.
 */
export async function replaceBuild(folder: string, build: (folder: string) => Promise<void>) {
  const stagingFolder = `${folder}.new`;
  const remove = (path: string) => rmSync(path, { recursive: true, force: true });
  remove(stagingFolder); // A killed build leaves it behind.
  try {
    await build(stagingFolder);
    remove(`${folder}/${stamp}`);
    remove(folder);
    renameSync(stagingFolder, folder);
  } finally {
    remove(stagingFolder);
  }
}

async function buildInto(folder: string) {
  // Imported here, so that --if-needed works without development packages.
  const { createBuilder } = await import('vite');
  const builder = await createBuilder({
    logLevel: 'warn',
    environments: {
      client: { build: { outDir: `${folder}/client` } },
      ssr: { build: { outDir: `${folder}/server` } },
    },
  });
  await builder.buildApp();
  const texts = globSync(`${folder}/client/**/*.{js,css,svg,json,txt}`);
  const compressing = texts.map(async (file) => {
    const { br, gzip } = await compress(readFileSync(file));
    writeFileSync(`${file}.br`, br);
    writeFileSync(`${file}.gz`, gzip);
  });
  await Promise.all(compressing);
}
