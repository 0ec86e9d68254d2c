import { spawnSync } from 'node:child_process';
import { existsSync, linkSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { findNode, program } from '../bin/pinned-node.js';

/**
 * Links the project's Node where npm scripts, npx and the units in `deploy` run it. npm before version
 * 11 removes its link together with the packages of other platforms, whose links have the same name.
 */
const folder = 'node_modules/.bin';
const link = path.join(folder, program);
const node = findNode();
if (node !== process.execPath && !existsSync(link)) {
  if (process.platform === 'win32') linkSync(node, link);
  else symlinkSync(path.relative(folder, node), link);
}
// On a minimal Linux it may lack a library, which it names.
const { status } = spawnSync(node, ['--version'], { stdio: ['ignore', 'ignore', 'inherit'] });
process.exitCode = status === 0 ? 0 : 1;
