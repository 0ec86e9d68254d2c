import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { getRequestListener } from '@hono/node-server';
import { openStore } from '../inquiries/store.ts';
import { createApp } from '../server/app.ts';
import { createBuiltSite } from '../server/built-site.ts';
import { createLog } from '../server/log.ts';
import { hashOf, type Representation } from '../server/representation.ts';
import { loadSiteBuild } from '../server/site-build.ts';

/**
 * Serves the last build from memory, as server.ts does, with the photograph from this machine: the
 * image host's network is not what is measured. `folder` is for the store. Resolves to its origin.
 */
export async function serveOwnSite(folder: string, photograph: Buffer): Promise<string> {
  const built = await loadSiteBuild('dist');
  if (!built) throw new Error('There is no build of the site: run npm run build');
  const server = createServer();
  const origin = await listen(server);

  const heroImage = { ...built.firm.heroImage, url: `${origin}/photograph?w={width}&h={height}` };
  const site = { ...built, firm: { ...built.firm, heroImage } };
  const log = createLog('error');
  const store = await openStore({ file: path.join(folder, 'inquiries.sqlite') });
  const { pages, files, policy, middleware } = await createBuiltSite('dist', site, {
    publicUrl: origin,
    now: Date.now,
    onError: (err) => log.error({ err }, 'The pages could not be rendered'),
  });
  const image = asImage(photograph);
  const app = createApp({
    pages,
    files: { get: (urlPath) => (urlPath === '/photograph' ? image : files.get(urlPath)) },
    timeZone: site.firm.timeZone,
    policy,
    publicUrl: origin,
    store,
    clock: Date.now,
    log,
    destinations: [],
    onStored: () => undefined,
  });
  server.on('request', middleware(getRequestListener(app.fetch)));
  return origin;
}

/** Starts to listen on a free port of this machine, and says at which address. */
export function listen(server: ReturnType<typeof createServer>): Promise<string> {
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () =>
      resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`),
    );
  });
}

/** Of a PNG or JPEG file. */
export const imageTypeOf = (body: Buffer) => (body[0] === 0xff ? 'image/jpeg' : 'image/png');

const asImage = (identity: Buffer): Representation => ({
  status: 200,
  headers: { 'content-type': imageTypeOf(identity), 'cache-control': 'public, max-age=31536000' },
  bodies: { identity },
  hash: hashOf(identity),
});
