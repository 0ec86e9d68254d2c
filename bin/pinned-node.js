import { existsSync, readFileSync } from 'node:fs';
import process from 'node:process';
import { fileURLToPath, URL } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const { optionalDependencies } = JSON.parse(readFileSync(`${root}package.json`, 'utf8'));
export const program = process.platform === 'win32' ? 'node.exe' : 'node';

/** The project's Node: of these packages, npm installs the one for this platform. */
const pinnedNode = Object.keys(optionalDependencies)
  .map((name) => `${root}node_modules/${name}/bin/${program}`)
  .find((file) => existsSync(file));

/**
 * Returns the pinned Node, or this one if it is new enough: a container image may omit the package, and
 * a platform may have none. Ends the process if there is neither.
 */
export function findNode() {
  if (pinnedNode) return pinnedNode;
  if (Number.parseInt(process.versions.node) >= 26) return process.execPath;
  process.stderr.write(
    `Node ${process.versions.node} is too old. Run "npm ci" in the website's folder, or run this command with Node 26 or newer.\n`,
  );
  process.exit(1);
}
