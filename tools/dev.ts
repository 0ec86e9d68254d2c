import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempDisposableSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
// @ts-expect-error The programs have no types.
import { watchShell } from '../bin/watch-shell.js';
import { settingNames } from '../src/config/settings.ts';
import { openStore } from '../src/store/open-store.ts';

/**
 * Serves the sources, and restarts when the server's change. `--sample` does so on a scratch store with
 * invented inquiries, which sends nothing and is removed at the end.
 */
const { values } = parseArgs({ options: { sample: { type: 'boolean' } } });
await showContentErrors();
using scratch = values.sample ? mkdtempDisposableSync(path.join(tmpdir(), 'sample-')) : undefined;
let env = process.env;
if (scratch) {
  const { addSampleInquiries } = await import('./sample-store.ts');
  const store = await openStore({
    kind: 'sqlite',
    file: path.join(scratch.path, 'inquiries.sqlite'),
  });
  await addSampleInquiries(store, Date.now());
  await store.close();
  // Settings in .env that send, store elsewhere or need one of those do not apply.
  const unset = settingNames.filter((name) => name !== 'HOST' && name !== 'PORT');
  const empty = Object.fromEntries(unset.map((name) => [name, '']));
  env = { ...env, ...empty, DATA_DIR: scratch.path };
}
const argv = ['--watch', 'src/server/main.ts', '--dev'];
const server = spawn(process.execPath, argv, { env, stdio: 'inherit' });
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => server.kill(signal));
watchShell(() => server.kill('SIGTERM'));
await once(server, 'exit');

/** Names the facts of which pages fail with the stack of an error. They can be changed while the server runs. */
async function showContentErrors() {
  // Sources that cannot be loaded are named by the server.
  const build = await import('./build.ts').catch(() => undefined);
  const errors = build?.findContentErrors() ?? [];
  if (errors.length === 0) return;
  console.error(['"npm run build" will stop at these errors:', ...errors].join('\n'));
}
