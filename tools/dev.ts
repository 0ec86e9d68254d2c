import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempDisposableSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { openStore } from '../src/store/open-store.ts';

/**
 * Serves the sources, and restarts when the server's change. `--sample` does so on a scratch store with
 * invented inquiries, which sends nothing and is removed at the end.
 */
const { values } = parseArgs({ options: { sample: { type: 'boolean' } } });
// Ctrl+C also reaches the server, which ends first.
process.on('SIGINT', () => undefined);
using scratch = values.sample ? mkdtempDisposableSync(path.join(tmpdir(), 'sample-')) : undefined;
let env = process.env;
if (scratch) {
  const { addSampleInquiries } = await import('../bench/sample-store.ts');
  const store = await openStore({ file: path.join(scratch.path, 'inquiries.sqlite') });
  await addSampleInquiries(store, Date.now());
  await store.close();
  // Settings in .env that send or store elsewhere do not apply.
  const empty = { DATABASE_URL: '', SMTP_URL: '', MAIL_FROM: '', NOTIFY_TO: '', ESCALATE_TO: '' };
  env = { ...env, ...empty, WEBHOOK_URL: '', WEBHOOK_SECRET: '', DATA_DIR: scratch.path };
}
const argv = ['--watch', 'src/server.ts', '--dev'];
const server = spawn(process.execPath, argv, { env, stdio: 'inherit' });
process.on('SIGTERM', () => server.kill());
await once(server, 'exit');
