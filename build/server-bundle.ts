import type { Plugin } from 'vite';

const forServer: Pick<Plugin, 'apply' | 'enforce' | 'applyToEnvironment'> = {
  apply: 'build',
  enforce: 'pre',
  applyToEnvironment: ({ name }) => name === 'ssr',
};

/** What makes the bundle of the server start fast and small: docs/decisions/0019-server-speed.md. */
export const serverBundle = (): Plugin[] => [firmFromSources()];

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
