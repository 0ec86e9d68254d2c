import { closeSync, openSync, statSync, writeSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { listInquiries } from '../../src/store/inquiries/list-inquiries.ts';
import { openStore } from '../../src/store/open-store.ts';
import { postInquiry } from '../fixtures/post-inquiry.ts';
import { startTestServer } from '../fixtures/start-test-server.ts';
import { settingsFor, temporaryFile } from '../fixtures/temporary-store.ts';

/** Starts a server on an SQLite file. */
async function start(location = temporaryFile()) {
  const server = startTestServer(settingsFor(location));
  const url = await server.url;
  const send = () => postInquiry(url);
  return {
    server,
    url,
    file: location.file,
    send: async () => (await send()).status,
    /** `true` if an inquiry gets 503 with Retry-After, while pages are served. */
    isStoreUnavailable: async () => {
      const { status, headers } = await send();
      const page = await fetch(url);
      return status === 503 && headers.get('retry-after') === '5' && page.status === 200;
    },
    /** Stops the server and counts the stored inquiries. */
    countStored: async () => {
      server.kill('SIGINT');
      expect(await server.exited).toBe(0);
      expect(server.output()).not.toMatch(/Lovelace|analytical/);
      const store = await openStore(location);
      const { length } = await listInquiries(store);
      await store.close();
      return length;
    },
  };
}

describe('the store file of a running server', () => {
  it('that is overwritten causes 503 and a log message', async () => {
    const location = temporaryFile();
    // Closing moves the WAL into the file.
    await (await openStore(location)).close();
    const { server, isStoreUnavailable } = await start(location);
    corruptPages(location.file);
    expect(await isStoreUnavailable()).toBe(true);
    expect(await isStoreUnavailable()).toBe(true);
    await expect
      .poll(() => server.output())
      .toMatch(
        /malformed.*Stop the server and run .*inquiries restore FILE.* with the last backup/,
      );
    server.kill('SIGINT');
    expect(await server.exited).toBe(0);
  });
});

const pageSize = 4096;

/** Overwrites all pages but the first, like a failing disk. */
function corruptPages(file: string) {
  const descriptor = openSync(file, 'r+');
  const garbage = Buffer.alloc(statSync(file).size - pageSize, 0xa5);
  writeSync(descriptor, garbage, 0, garbage.length, pageSize);
  closeSync(descriptor);
}
