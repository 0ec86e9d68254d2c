import { once } from 'node:events';
import type { Server } from 'node:http';
import { html } from 'hono/html';
import { createServer, type Plugin, type Rollup } from 'vite';
import { toTeamEnglish } from '../../text/locale-options.ts';
import { type PagesOptions, type Renderer, renderPages } from '../pages/page-cache.ts';
import type { SiteHandler } from '../pages/site-build.ts';
import { imagesFolder, readStaticFiles } from '../pages/static-files.ts';
import { createMailsHandler } from './development-mails.ts';

/**
 * Policy that allows what the client of Vite does: it adds inline styles, opens a WebSocket, and
 * polls for restarts in a worker.
 */
const policy =
  "default-src 'self'; style-src 'self' 'unsafe-inline'; connect-src 'self' ws:; worker-src blob:; img-src *";

/**
 * Reloads the page on each change of a source that only pages use, because the browser has no
 * modules to update before hydration. For other sources, `node --watch` restarts the server, and
 * the client of Vite reloads after that.
 */
const reloadPages: Plugin = {
  name: 'reload-pages',
  applyToEnvironment: ({ name }) => name === 'client',
  hotUpdate({ file, server }) {
    if (pageSources.test(file)) server.ws.send({ type: 'full-reload' });
    return [];
  },
};
const pageSources = /\/src\/(web|content(?!\/(periods|fields)\.ts))\//;

const assets = {
  scripts: [{ src: '/@vite/client' }, { src: '/src/web/entry-client.ts' }],
  // Vite requests the imports of a module when it runs.
  getUrls: (modules: string[]) => modules,
  stylesheet: '/src/web/styles/index.css',
  printStyles: '/src/web/styles/print.css',
};

/**
 * Creates the site from its sources. Renders pages per request, and reloads the browser on a
 * change. /mails lists the e-mails in `mailFolder`.
 */
export async function createDevSiteHandler(
  server: Server,
  options: PagesOptions,
  mailFolder: string,
): Promise<SiteHandler> {
  const vite = await createServer({
    appType: 'custom',
    // Other loaders import a temporary file, which would make `node --watch` restart.
    configLoader: 'native',
    plugins: [reloadPages],
    publicDir: false,
    server: {
      middlewareMode: true,
      ws: { server },
      hmr: { server },
      // By default, pages of other local servers may read every file of the project, such as the
      // store.
      cors: false,
      fs: { allow: ['src', 'node_modules'] },
    },
  });

  const load = async () => (await vite.ssrLoadModule('/src/web/entry-server.tsx')) as Renderer;
  let renderer: Renderer | undefined;
  while (!renderer) {
    try {
      renderer = await load();
    } catch (error) {
      vite.config.logger.error(describeError(error));
      await once(vite.watcher, 'all');
    }
  }
  const { firm } = renderer;

  /** Renders the current sources. A page with an error shows it. */
  async function getPages() {
    const loading = load();
    renderer = await loading.catch(() => renderer as Renderer);
    const render: Renderer['render'] = async (...call) => {
      try {
        return await (await loading).render(...call);
      } catch (error) {
        vite.ssrFixStacktrace(error as Error);
        return { html: renderError(error), status: 500 };
      }
    };
    return renderPages({ renderer: { ...renderer, render }, assets, policy }, options);
  }

  vite.middlewares.use('/mails', createMailsHandler(mailFolder, toTeamEnglish(firm)));
  return {
    firm,
    getPages,
    getFile: (urlPath) => readStaticFiles(imagesFolder).get(urlPath),
    policy,
    wrapListener: (_headers, listener) => (request, response) =>
      vite.middlewares(request, response, () => listener(request, response)),
  };
}

/**
 * Describes an error with its file and line. A syntax error has them as properties, others in the
 * stack.
 */
function describeError(error: unknown): string {
  const { cause, id, loc, message, frame, stack } = error as Partial<Rollup.RollupError>;
  if (cause) return describeError(cause);
  if (loc) return `${loc.file ?? id}:${loc.line}\n${message}\n${frame}`;
  return stack ?? String(error);
}

/** Renders a page that shows an error of the sources, and reloads when they change. */
const renderError = (error: unknown) =>
  `${html`<!doctype html>
    <title>Error</title>
    <script type="module" src="/@vite/client"></script>
    <pre>${describeError(error)}</pre>`}`;
