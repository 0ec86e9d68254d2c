import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempDisposableSync, watch } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { Command } from '@commander-js/extra-typings';
// @ts-expect-error The programs have no types.
import { watchShell } from '../bin/watch-shell.js';
import { settingNames } from '../src/config/settings.ts';
import { openStore } from '../src/store/open-store.ts';

const { sample } = new Command('npm run dev --')
  .description("Serve the sources, and restart when the server's change.")
  .option(
    '--sample',
    'Use a scratch store with invented inquiries, which sends nothing and is removed at the end.',
  )
  .showHelpAfterError()
  .parse()
  .opts();
let shownErrors = '';
await showContentErrors();
watchContent();
using scratch = sample ? mkdtempDisposableSync(path.join(tmpdir(), 'sample-')) : undefined;
let env = process.env;
if (scratch) {
  const { addSampleInquiries } = await import('./sample-store.ts');
  const store = await openStore({
    kind: 'sqlite',
    file: path.join(scratch.path, 'inquiries.sqlite'),
  });
  await addSampleInquiries(store, Date.now());
  await store.close();
  // Ignore settings in .env that send, that store elsewhere, or that require one of these.
  const unset = settingNames.filter((name) => name !== 'HOST' && name !== 'PORT');
  const empty = Object.fromEntries(unset.map((name) => [name, '']));
  env = { ...env, ...empty, DATA_DIR: scratch.path };
}
const argv = ['--watch', 'src/server/main.ts', '--dev'];
const server = spawn(process.execPath, argv, { env, stdio: 'inherit' });
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => server.kill(signal));
watchShell(() => server.kill('SIGTERM'));
await once(server, 'exit');

/**
 * Prints the errors at which a build would stop: at the start, and when they change. Pages only
 * fail with a stack trace.
 */
async function showContentErrors() {
  const errors = await readContentErrors();
  if (errors === shownErrors) return;
  shownErrors = errors;
  const text = errors ? `will stop at these errors:\n${errors}` : 'will no longer stop.';
  console.error(`"npm run build" ${text}`);
}

/**
 * Reads the errors in a new process, which loads the current files. If the files cannot be loaded,
 * returns the last errors.
 */
async function readContentErrors(): Promise<string> {
  try {
    const reading = promisify(execFile)(process.execPath, ['tools/build.ts', '--errors']);
    return (await reading).stdout.trim();
  } catch {
    // The server reports why loading failed.
    return shownErrors;
  }
}

function watchContent() {
  let waiting: NodeJS.Timeout | undefined;
  let checking = Promise.resolve();
  const check = () => {
    checking = checking.then(showContentErrors);
  };
  for (const folder of ['src/content', 'src/web/pages', 'src/inquiry']) {
    watch(folder, { recursive: true, persistent: false }, () => {
      clearTimeout(waiting);
      // Wait, because editors write a file in several steps.
      waiting = setTimeout(check, 200);
    });
  }
}
