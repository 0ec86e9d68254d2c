#!/usr/bin/env node
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import process from 'node:process';
import { fileURLToPath, URL } from 'node:url';
import { findNode } from './pinned-node.js';

// Runs the command with the project's Node.
const source = fileURLToPath(new URL('../src/cli/main.ts', import.meta.url));
// The container image has only the build.
const cli = existsSync(source)
  ? source
  : fileURLToPath(new URL('../dist/server/inquiries.js', import.meta.url));

// Collects garbage early: a long export would otherwise grow by 80 MB.
const options = ['--max-semi-space-size=2', '--heap-growing-percent=50'];
const args = [...options, cli, ...process.argv.slice(2)];
const { status, error } = spawnSync(findNode(), args, { stdio: 'inherit' });
if (error) throw error;
process.exitCode = status ?? 1;
