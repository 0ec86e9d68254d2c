#!/usr/bin/env node
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import process from 'node:process';
import { fileURLToPath, URL } from 'node:url';

// Runs the command with the project's pinned Node. A container image may omit that package and bring
// Node 26 or newer itself.
const name = process.platform === 'win32' ? 'node.exe' : 'node';
const pinnedNode = fileURLToPath(new URL(`../node_modules/node/bin/${name}`, import.meta.url));
const isNewEnough = Number.parseInt(process.versions.node) >= 26;
const node = !existsSync(pinnedNode) && isNewEnough ? process.execPath : pinnedNode;
const source = fileURLToPath(new URL('../src/cli/main.ts', import.meta.url));
// The container image has only the build.
const cli = existsSync(source)
  ? source
  : fileURLToPath(new URL('../dist/server/inquiries.js', import.meta.url));

// Collects garbage early: a long export would otherwise grow by 80 MB.
const options = ['--max-semi-space-size=2', '--heap-growing-percent=50'];
const args = [...options, cli, ...process.argv.slice(2)];
const { status, error } = spawnSync(node, args, { stdio: 'inherit' });
if (error) {
  process.stderr.write(
    `${node} cannot be started. Run "npm ci" in the website's folder, or run this command with Node 26 or newer.\n`,
  );
}
process.exitCode = status ?? 1;
