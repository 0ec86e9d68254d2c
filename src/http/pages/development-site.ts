import type { Server } from 'node:http';
import { createServer } from 'vite';
import { renderText } from './metadata-files.ts';
import { createFreshPages, type PagesOptions } from './page-cache.ts';
import type { Renderer, ServedSite, SiteSource } from './site.ts';
import { speculationRules, speculationRulesPath } from './speculation-rules.ts';

type DevelopmentOptions = Omit<PagesOptions, 'site' | 'onError'>;

/** Vite's client adds styles of its own, listens on a socket, and waits for a restart in a worker. */
const policy = [
  "default-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "connect-src 'self' ws:",
  'worker-src blob:',
  'img-src *',
].join('; ');

/** The site straight from its sources: rendered for each request, reloaded by the browser on a change. */
export async function createDevelopmentSite(
  server: Server,
  options: DevelopmentOptions,
): Promise<ServedSite> {
  const vite = await createServer({
    appType: 'custom',
    // The others import a file that is gone a moment later, for which `node --watch` restarts.
    configLoader: 'native',
    server: { middlewareMode: true, ws: { server }, hmr: { server } },
  });

  const loadSite = async (): Promise<SiteSource> => {
    const renderer = await vite.ssrLoadModule('/app/render.tsx');
    return {
      renderer: renderer as Renderer,
      assets: {
        scripts: [{ src: '/@vite/client' }, { src: '/src/web/entry-client.ts' }],
        stylesheet: '/app/styles/index.css',
      },
      policy,
    };
  };

  // The browser knows a page's modules only after the takeover: reload for every change of markup.
  vite.watcher.on('change', (file) => {
    if (!file.endsWith('.css')) vite.ws.send({ type: 'full-reload' });
  });

  const { firm, paths } = (await loadSite()).renderer;
  return {
    firm,
    pages: await createFreshPages(loadSite, options),
    files: {
      get: async (urlPath) =>
        urlPath === speculationRulesPath
          ? speculationRules(paths)
          : renderText(await loadSite(), urlPath, options),
    },
    policy,
    middleware: (listener) => (request, response) =>
      vite.middlewares(request, response, () => listener(request, response)),
  };
}
