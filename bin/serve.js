#!/usr/bin/env node
import { existsSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import process from 'node:process';
import { fileURLToPath, URL } from 'node:url';

const server = new URL('../dist/server/server.js', import.meta.url);
if (!existsSync(server)) {
  const { noBuild } = await import('../src/http/lifecycle/startup-errors.ts');
  process.stderr.write(`${noBuild}\n`);
  process.exit(1);
}

// Before the server is loaded: it is compiled once for all starts.
enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/node-compile', import.meta.url)));
// Each of these threads keeps the 3 MB that compressing a page took. Two are enough: they look up host
// names besides, and a lookup that hangs leaves one.
process.env['UV_THREADPOOL_SIZE'] ??= '2';
await import(server.href);
