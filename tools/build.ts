import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { z } from 'zod';
import { administrator, firm } from '../src/content/firm.ts';
import { compress } from '../src/http/pages/compress.ts';
import { imagesFolder, readStaticFiles } from '../src/http/pages/static-files.ts';
import { replaceBuild } from './replace-build.ts';

/** Builds site and server into ./dist. With --if-needed, only if the sources changed since the last build. */
const dist = 'dist';
const getStampPath = (folder: string) => `${folder}/sources.sha256`;
const sources = [
  'src/**/*.*',
  'tools/**/*.ts',
  'vite.config.ts',
  'package-lock.json',
  'tsconfig.json',
];

const sourceHash = hashSources();
// Written last: the build is complete.
const isUpToDate =
  existsSync(getStampPath(dist)) && readFileSync(getStampPath(dist), 'utf8') === sourceHash;

if (!process.argv.includes('--if-needed') || !isUpToDate) {
  // npm leaves out the optional packages that want a newer Node than its own.
  if (globSync('node_modules/@rolldown/binding-*').length === 0) {
    console.error(
      'The sources changed since the last build, and the packages that build are missing. Run "npm ci" first, with the npm of Node 20.19, 22.12 or newer.',
    );
    process.exit(1);
  }
  const errors = [...findFirmErrors(), ...findImageErrors()];
  if (errors.length) {
    console.error(`Build stopped.\n${errors.join('\n')}`);
    process.exit(1);
  }
  await replaceBuild(dist, buildInto);
  console.log('Built the site into ./dist');
}

/** Checks the facts whose format their types cannot express. */
function findFirmErrors() {
  const email = z.email('is not an e-mail address such as partners@example.com');
  const schema = z.object({
    firm: z.object({
      email,
      timeZone: z.enum(
        Intl.supportedValuesOf('timeZone'),
        'is not a time zone of the IANA database such as Europe/Paris',
      ),
      holidays: z.array(z.iso.date('is not a date such as 2026-12-25')),
    }),
    administrator: z.object({ email }),
  });
  const { error } = schema.safeParse({ firm, administrator });
  return (error?.issues ?? []).map(
    ({ path, message }) => `src/content/firm.ts: ${path.join('.')} ${message}.`,
  );
}

/** Checks that the server can serve the firm's images, and has each width of a hero image among them. */
function findImageErrors() {
  try {
    const files = readStaticFiles(imagesFolder);
    const { url = '', widths = [] } = firm.heroImage ?? {};
    return widths
      .map((width) => url.replace('{width}', `${width}`))
      .filter((path) => path.startsWith('/') && !files.has(path))
      .map((path) => `src/content/firm.ts: heroImage needs ${imagesFolder}${path}.`);
  } catch (error) {
    return [(error as Error).message];
  }
}

async function buildInto(folder: string) {
  // Not imported above: without development packages, --if-needed still works.
  const { createBuilder } = await import('vite');
  const builder = await createBuilder({
    logLevel: 'warn',
    environments: {
      client: { build: { outDir: `${folder}/client` } },
      ssr: { build: { outDir: `${folder}/server` } },
    },
  });
  await builder.buildApp();
  await compressFiles(`${folder}/client`);
  writeFileSync(getStampPath(folder), sourceHash, { flag: 'wx' });
}

/** Writes a `.br` and a `.gz` beside each text file of `folder`. */
async function compressFiles(folder: string) {
  const files = globSync(`${folder}/**/*.{js,css,svg,json,txt}`);
  await Promise.all(
    files.map(async (file) => {
      const { br, gzip } = await compress(readFileSync(file));
      writeFileSync(`${file}.br`, br);
      writeFileSync(`${file}.gz`, gzip);
    }),
  );
}

function hashSources() {
  const hash = createHash('sha256');
  for (const file of globSync(sources, { exclude: ['**/*.test.*'] }).sort()) {
    hash.update(`${file}\0`).update(readFileSync(file)).update('\0');
  }
  return hash.digest('hex');
}
