#!/usr/bin/env node
import { existsSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import process from 'node:process';
import { fileURLToPath, URL } from 'node:url';
import { watchShell } from './watch-shell.js';

// Until the server handles them: without a handler, a process with PID 1 ignores signals.
const signals = ['SIGINT', 'SIGTERM'];
const exit = (signal) => {
  if (process.listenerCount(signal) === 1) process.exit();
};
for (const signal of signals) process.on(signal, exit);

if (process.env['npm_lifecycle_event'] === 'start') {
  watchShell(() => process.kill(process.pid, 'SIGTERM'));
}

const server = new URL('../dist/server/server.js', import.meta.url);
if (!existsSync(server)) {
  const { missingBuildMessage } = await import('../src/server/startup-messages.ts');
  process.stderr.write(`${missingBuildMessage}\n`);
  process.exit(1);
}

// Enabled before the import, so that later starts reuse the compiled server.
enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/node-compile', import.meta.url)));
// Each thread keeps the 3 MB that compressing a page took. DNS lookups use them too: with two, one
// hanging lookup leaves one free.
process.env['UV_THREADPOOL_SIZE'] ??= '2';
await import(server.href);
// Not by the server, before it adds its own: a signal in between would be lost.
for (const signal of signals) process.off(signal, exit);
