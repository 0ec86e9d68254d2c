#!/usr/bin/env node
import { spawnSync } from 'node:child_process';
import process from 'node:process';
import { fileURLToPath, URL } from 'node:url';

// Whichever Node runs this: the command needs the project's own, which runs TypeScript.
const name = process.platform === 'win32' ? 'node.exe' : 'node';
const node = fileURLToPath(new URL(`../node_modules/node/bin/${name}`, import.meta.url));
const cli = fileURLToPath(new URL('../cli.ts', import.meta.url));

// An export of any length collects its garbage early instead of growing by 80 MB first.
const options = ['--max-semi-space-size=2', '--heap-growing-percent=50'];
const args = [...options, cli, ...process.argv.slice(2)];
const { status, error } = spawnSync(node, args, { stdio: 'inherit' });
if (error) {
  process.stderr.write(
    `${node} cannot be started. Run "npm ci" where the website is, then this.\n`,
  );
}
process.exitCode = status ?? 1;
