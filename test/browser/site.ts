import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { test as base, expect } from '@playwright/test';
import { firm } from '../../app/content/firm.ts';
import { freePort } from '../free-port.ts';
import { startServer } from '../start-server.ts';

export { expect };

export interface RunningSite {
  url: string;
  /** The inquiries that the team's command lists. */
  inquiries(): Promise<Record<string, string>[]>;
  stop(): Promise<void>;
}

interface Fixtures {
  /** A server of this test's own, with an empty store. */
  site: RunningSite;
  /** What the browser's console said; a test fails where anything is left in it. */
  consoleMessages: string[];
}

/** Journeys on the built site, served as `npm run serve` does, with the image host played by a stub. */
export const test = base.extend<Fixtures>({
  site: async ({}, use) => {
    const site = await startSite();
    await use(site);
    await site.stop();
  },
  baseURL: async ({ site }, use) => use(site.url),
  consoleMessages: [
    async ({ context }, use) => {
      const messages: string[] = [];
      context.on('console', (message) => messages.push(`${message.type()}: ${message.text()}`));
      context.on('weberror', (error) => messages.push(`uncaught: ${error.error()}`));
      await context.route(photographs, (route) =>
        route.fulfill({ contentType: 'image/svg+xml', body: photo }),
      );
      await use(messages);
      expect(messages).toEqual([]);
    },
    { auto: true },
  ],
});

/** Every address of the host that the hero image comes from. */
export const photographs = `${new URL(firm.heroImage.url).origin}/**`;

const photo =
  '<svg xmlns="http://www.w3.org/2000/svg" width="16" height="9"><path fill="#fff" d="M0 0h16v9H0z"/></svg>';

/** A site whose mails have links, which name its own address. */
export async function startSiteWithLinks(secret: string): Promise<RunningSite> {
  const port = String(await freePort());
  return startSite({ PORT: port, PUBLIC_URL: `http://127.0.0.1:${port}`, LINK_SECRET: secret });
}

export async function startSite(settings: Record<string, string> = {}): Promise<RunningSite> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'site-'));
  const env = { DATA_DIR: dataDir, DATABASE_URL: '', LOG_LEVEL: 'error', ...settings };
  const server = startServer(env);
  return {
    url: await server.url,
    inquiries: async () => {
      const command = ['cli.ts', 'list', '--json'];
      const { stdout } = await promisify(execFile)(process.execPath, command, { env });
      return JSON.parse(stdout);
    },
    stop: async () => {
      server.kill('SIGTERM');
      await server.exited;
      await rm(dataDir, { recursive: true });
    },
  };
}
