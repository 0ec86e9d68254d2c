import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test as base, expect } from '@playwright/test';
import { firm } from '../../src/content/firm.ts';
import { toJson } from '../../src/cli/output/format-inquiry.ts';
import { listInquiries } from '../../src/store/inquiries/list-inquiries.ts';
import { openStore } from '../../src/store/store.ts';
import { freePort } from '../../tools/free-port.ts';
import { startServer } from '../../tools/start-server.ts';

export { expect };

export interface RunningSite {
  url: string;
  /** The SQLite file. */
  storeFile: string;
  /** The stored inquiries as the team's command lists them, the newest first. */
  inquiries(): Promise<ReturnType<typeof toJson>[]>;
  /** Deletes every inquiry with its deliveries, idempotency keys and used links. */
  emptyStore(): Promise<void>;
  stop(): Promise<void>;
}

interface Fixtures {
  /** A server with an empty store. */
  site: RunningSite;
  /** What the browser's console said; a test fails where anything is left in it. */
  consoleMessages: string[];
}

/** Servers for all tests of a worker process, started by the first one that needs it. */
interface WorkerFixtures {
  sharedSite: RunningSite;
  /** Its e-mails have links. */
  sharedSiteWithLinks: RunningSite;
}

/** Signs the links in e-mails. */
export const linkSecret = 's'.repeat(32);

/** Journeys on the built site, served as `npm run serve` does, with the image host played by a stub. */
export const test = base.extend<Fixtures, WorkerFixtures>({
  sharedSite: [
    async ({}, use) => {
      const site = await startSite();
      await use(site);
      await site.stop();
    },
    { scope: 'worker' },
  ],
  sharedSiteWithLinks: [
    async ({}, use) => {
      const PORT = String(await freePort());
      const PUBLIC_URL = `http://127.0.0.1:${PORT}`;
      const site = await startSite({ PORT, PUBLIC_URL, LINK_SECRET: linkSecret });
      await use(site);
      await site.stop();
    },
    { scope: 'worker' },
  ],
  site: async ({ sharedSite }, use) => {
    await sharedSite.emptyStore();
    await use(sharedSite);
  },
  baseURL: async ({ site }, use) => use(site.url),
  context: async ({ context }, use) => {
    await context.addInitScript(dropInitialPointer);
    await context.route(photographs, (route) =>
      route.fulfill({ contentType: 'image/svg+xml', body: photo }),
    );
    await use(context);
  },
  consoleMessages: [
    async ({ context }, use) => {
      const messages: string[] = [];
      context.on('console', (message) => messages.push(`${message.type()}: ${message.text()}`));
      context.on('weberror', (error) => messages.push(`uncaught: ${error.error()}`));
      await use(messages);
      expect(messages).toEqual([]);
    },
    { auto: true },
  ],
});

/** The same on a server whose e-mails have links, which name its own address. */
export const testWithLinks = test.extend({
  site: async ({ sharedSiteWithLinks }, use) => {
    await sharedSiteWithLinks.emptyStore();
    await use(sharedSiteWithLinks);
  },
});

/** The same on a server of each test's own, which accepts one inquiry an hour. */
export const testWithRateLimit = test.extend({
  site: async ({}, use) => {
    const site = await startSite({ RATE_LIMIT: '1/hour' });
    await use(site);
    await site.stop();
  },
});

/** Every address of the host that the hero image comes from. */
export const photographs = `${new URL(firm.heroImage.url).origin}/**`;

const photo =
  '<svg xmlns="http://www.w3.org/2000/svg" width="16" height="9"><path fill="#fff" d="M0 0h16v9H0z"/></svg>';

/** In the page: a headless shell puts a pointer at 0, 0, and tells the first page that is painted. */
function dropInitialPointer() {
  const drop = (event: PointerEvent) => {
    if (event.clientX === 0 && event.clientY === 0) event.stopImmediatePropagation();
  };
  addEventListener('pointerover', drop, true);
}

async function startSite(settings: Record<string, string> = {}): Promise<RunningSite> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'site-'));
  const server = startServer({ DATA_DIR: dataDir, LOG_LEVEL: 'error', ...settings });
  const url = await server.url;
  const storeFile = path.join(dataDir, 'inquiries.sqlite');
  const store = await openStore({ file: storeFile });
  return {
    url,
    storeFile,
    inquiries: async () => (await listInquiries(store)).map(toJson),
    emptyStore: () =>
      store.db.transaction().execute(async (transaction) => {
        await transaction.deleteFrom('inquiries').execute(); // With all that belongs to them.
        await transaction.deleteFrom('deliveries').execute(); // Digests belong to no inquiry.
      }),
    async stop() {
      await store.close();
      // What it still does at its end is not looked at here.
      server.kill('SIGKILL');
      await server.exited;
      await rm(dataDir, { recursive: true });
    },
  };
}
