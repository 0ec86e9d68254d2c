import { once } from 'node:events';
import type { Server } from 'node:http';
import path from 'node:path';
import { html } from 'hono/html';
import { createServer, type Rollup } from 'vite';
import { createMailsHandler } from './development-mails.ts';
import { type PagesOptions, renderPages } from './page-cache.ts';
import type { Renderer, SiteHandler } from './site.ts';
import { imagesFolder, readStaticFiles } from './static-files.ts';

interface DevSiteOptions extends PagesOptions {
  /** Folder of the e-mails that /mails lists. */
  mailFolder: string;
}

/** Vite's client adds inline styles, opens a WebSocket, and polls for restarts in a worker. */
const policy = [
  "default-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "connect-src 'self' ws:",
  'worker-src blob:',
  'img-src *',
].join('; ');

/**
 * Delays a reload: `node --watch` may stop the server for the same change, and a browser that reloads then
 * cannot connect. Vite's client waits for the server instead.
 */
const reloadDelayMs = 400;

const assets = {
  scripts: [{ src: '/@vite/client' }, { src: '/src/web/entry-client.ts' }],
  stylesheet: '/src/web/styles/index.css',
};

/** Creates the site from its sources: renders per request, and reloads the browser on a change. */
export async function createDevSiteHandler(
  server: Server,
  options: DevSiteOptions,
): Promise<SiteHandler> {
  const vite = await createServer({
    appType: 'custom',
    // Other loaders import a temporary file, for which `node --watch` restarts.
    configLoader: 'native',
    // Vite's own reload has no delay.
    plugins: [
      {
        name: 'no-early-reload',
        applyToEnvironment: ({ name }) => name === 'client',
        hotUpdate: () => [],
      },
    ],
    publicDir: false,
    server: {
      middlewareMode: true,
      ws: { server },
      hmr: { server },
      // By default, pages of other local servers may read each file of the project, such as the store.
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

  /** Renders the current sources. Each page that has an error shows it. */
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

  // Before hydration the browser has no modules to update: reload the page on each change.
  // Not for the database, which changes when a form is sent.
  const sources = path.resolve('src') + path.sep;
  vite.watcher.on('all', (_, file) => {
    if (!file.startsWith(sources)) return;
    setTimeout(() => vite.ws.send({ type: 'full-reload' }), reloadDelayMs);
  });

  vite.middlewares.use('/mails', createMailsHandler(options.mailFolder, firm.timeZone));
  return {
    firm,
    getPages,
    getFile: (urlPath) => readStaticFiles(imagesFolder).get(urlPath),
    policy,
    middleware: (_headers, listener) => (request, response) =>
      vite.middlewares(request, response, () => listener(request, response)),
  };
}

/** Names file and line: those of a syntax error are properties, others stand in the stack. */
function describeError(error: unknown): string {
  const { cause, id, loc, message, frame, stack } = error as Partial<Rollup.RollupError>;
  if (cause) return describeError(cause);
  return loc ? `${loc.file ?? id}:${loc.line}\n${message}\n${frame}` : (stack ?? String(error));
}

/** A page that shows an error of the sources, and reloads when they change. */
const renderError = (error: unknown) =>
  `${html`<!doctype html>
    <title>Error</title>
    <script type="module" src="/@vite/client"></script>
    <pre>${describeError(error)}</pre>`}`;
