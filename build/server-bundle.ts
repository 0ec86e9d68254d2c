import { isBuiltin } from 'node:module';
import type { Plugin } from 'vite';

const prefix = '\0builtin:';
const forServer: Pick<Plugin, 'apply' | 'enforce' | 'applyToEnvironment'> = {
  apply: 'build',
  enforce: 'pre',
  applyToEnvironment: ({ name }) => name === 'ssr',
};

/** What makes the bundle of the server start fast and small: docs/decisions/0019-server-speed.md. */
export const serverBundle = (): Plugin[] => [
  firmFromSources(),
  serverPartsInUse(),
  builtinsByName(),
];

/** The firm's facts are read when the server starts: a change of them needs no build. */
function firmFromSources(): Plugin {
  return {
    name: 'firm-from-sources',
    ...forServer,
    resolveId: {
      filter: { id: /\/content\/firm\.ts$/ },
      handler: () => ({ id: '../../app/content/firm.ts', external: true }),
    },
  };
}

/** These two packages' main modules are lists of many, all of which they would bring along. */
function serverPartsInUse(): Plugin {
  const limiters = ['Memory', 'Postgres', 'Res'].map((part) => `RateLimiter${part}`);
  return {
    name: 'server-parts-in-use',
    ...forServer,
    load: {
      filter: { id: /node_modules\/(rate-limiter-flexible\/index|react-dom\/server\.node)\.js$/ },
      handler: (id) => ({
        code: id.includes('react-dom')
          ? `export { renderToStaticMarkup, renderToString } from './cjs/react-dom-server-legacy.node.production.js'`
          : limiters
              .map((name) => `export { default as ${name} } from './lib/${name}.js'`)
              .join(';'),
        moduleSideEffects: false,
      }),
    },
  };
}

/**
 * An import of a module of Node's makes a facade of it, for which each of its parts is looked at, and
 * some are loaded only then. HTTP/2, which the adapter asks about, is never spoken here.
 */
function builtinsByName(): Plugin {
  return {
    name: 'builtins-by-name',
    ...forServer,
    resolveId: (id, importer, { kind }) =>
      // Not for what the bundler adds, which is there before anything that a module needs.
      isBuiltin(id) && kind !== 'dynamic-import' && !importer?.startsWith('\0')
        ? prefix + id.replace(/^(node:)?/, 'node:')
        : undefined,
    load: {
      filter: { id: /^\0builtin:/ },
      handler: (id) =>
        id.endsWith(':http2')
          ? 'export class Http2ServerRequest {} export const constants = {};'
          : `module.exports = process.getBuiltinModule('${id.slice(prefix.length)}');`,
    },
  };
}
