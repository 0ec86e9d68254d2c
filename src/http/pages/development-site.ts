import type { Server } from 'node:http';
import path from 'node:path';
import { createServer } from 'vite';
import { createMailsHandler } from './development-mails.ts';
import { imagesFolder, readStaticFiles, renderMetadataFiles } from './static-files.ts';
import { createDevPages, type PagesOptions } from './page-cache.ts';
import type { Renderer, SiteBundle, SiteHandler } from './site.ts';

interface DevSiteOptions extends Omit<PagesOptions, 'site' | 'onError'> {
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

/** Creates the site from its sources: renders per request, and reloads the browser on a change. */
export async function createDevSiteHandler(
  server: Server,
  options: DevSiteOptions,
): Promise<SiteHandler> {
  const vite = await createServer({
    appType: 'custom',
    // Other loaders import a temporary file, for which `node --watch` restarts.
    configLoader: 'native',
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

  const loadSiteBundle = async (): Promise<SiteBundle> => {
    const renderer = await vite.ssrLoadModule('/src/web/entry-server.tsx');
    return {
      renderer: renderer as Renderer,
      assets: {
        scripts: [{ src: '/@vite/client' }, { src: '/src/web/entry-client.ts' }],
        stylesheet: '/src/web/styles/index.css',
      },
      policy,
    };
  };

  // Before hydration the browser has no modules to update: reload the page on each change.
  // Not for the database, which changes when a form is sent.
  const sources = path.resolve('src') + path.sep;
  vite.watcher.on('change', (file) => {
    if (file.startsWith(sources)) vite.ws.send({ type: 'full-reload' });
  });

  const { firm } = (await loadSiteBundle()).renderer;
  vite.middlewares.use('/mails', createMailsHandler(options.mailFolder, firm.timeZone));
  return {
    firm,
    pages: await createDevPages(loadSiteBundle, options),
    files: {
      async get(urlPath) {
        const image = readStaticFiles(imagesFolder).get(urlPath);
        if (image) return image;
        const { renderer } = await loadSiteBundle();
        return (await renderMetadataFiles(renderer, options.publicUrl, options.now())).get(urlPath);
      },
    },
    policy,
    middleware: (_headers, listener) => (request, response) =>
      vite.middlewares(request, response, () => listener(request, response)),
  };
}
