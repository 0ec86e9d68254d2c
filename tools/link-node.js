import { spawnSync } from 'node:child_process';
import { existsSync, linkSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { findNode, program } from '../bin/pinned-node.js';

/**
 * Links the project's Node to the path where npm scripts, npx and the units in `deploy` run it. npm
 * before version 11 removes its own link together with the packages for other platforms, whose
 * links have the same name.
 */
const folder = 'node_modules/.bin';
const link = path.join(folder, program);
const node = findNode();
if (node !== process.execPath && !existsSync(link)) {
  if (process.platform === 'win32') linkSync(node, link);
  else symlinkSync(path.relative(folder, node), link);
}
// Runs Node once. On a minimal Linux a library may be missing, whose name Node prints.
const { status } = spawnSync(node, ['--version'], { stdio: ['ignore', 'ignore', 'inherit'] });
process.exitCode = status === 0 ? 0 : 1;
