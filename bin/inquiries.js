#!/usr/bin/env node
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import process from 'node:process';
import { fileURLToPath, URL } from 'node:url';

// The command needs the project's Node, whichever Node runs this. An image of a container may leave
// out the package and bring a Node that is as new.
const name = process.platform === 'win32' ? 'node.exe' : 'node';
const own = fileURLToPath(new URL(`../node_modules/node/bin/${name}`, import.meta.url));
const isNewEnough = Number.parseInt(process.versions.node) >= 26;
const node = !existsSync(own) && isNewEnough ? process.execPath : own;
const cli = fileURLToPath(new URL('../src/cli/main.ts', import.meta.url));

// An export of any length collects its garbage early instead of growing by 80 MB first.
const options = ['--max-semi-space-size=2', '--heap-growing-percent=50'];
const args = [...options, cli, ...process.argv.slice(2)];
const { status, error } = spawnSync(node, args, { stdio: 'inherit' });
if (error) {
  process.stderr.write(
    `${node} cannot be started. Run "npm ci" where the website is, or this command with Node 26 or newer.\n`,
  );
}
process.exitCode = status ?? 1;
