import { existsSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { findNode } from '../bin/pinned-node.js';

/**
 * Links the project's Node where npm scripts, npx and the units in `deploy` run it. npm before version
 * 11 removes its link together with the packages of other platforms, whose links have the same name.
 */
const link = 'node_modules/.bin/node';
const node = findNode();
if (node !== process.execPath && !existsSync(link))
  symlinkSync(path.relative(path.dirname(link), node), link);
