import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createRequestsWith, parsers } from '../../bench/dear-requests.ts';
import {
  type Cost,
  measureCost,
  type MeasuredServers,
  measureParser,
  startMeasuredServers,
} from '../../bench/measure-costs.ts';
import { openStore } from '../../src/store/open-store.ts';
import type { Store } from '../../src/store/store.ts';

/** The benchmark of dear requests has the maxima themselves, for a machine without other work. */
const options = { maxMeasurements: 20, tolerance: 2 };

const folder = mkdtempSync(path.join(tmpdir(), 'dear-requests-'));
let store: Store;
let servers: MeasuredServers;
beforeAll(async () => {
  store = await openStore({ kind: 'sqlite', file: path.join(folder, 'inquiries.sqlite') });
  servers = await startMeasuredServers(store);
});
afterAll(async () => {
  await servers.close();
  await store.close();
  rmSync(folder, { recursive: true });
});

const describeCost = ({ name, status, pages, maxPages }: Cost) =>
  `${name}: ${pages.toFixed(0)} cached pages instead of ${maxPages}, status ${status}`;

it.each(parsers)(
  'no request costs more than a few cached pages, whatever its %s',
  async (parser) => {
    const tooDear: string[] = [];
    let count = 0;
    for await (const cost of measureParser(servers, parser, options)) {
      count += 1;
      if (cost.pages > cost.maxPages) tooDear.push(describeCost(cost));
      // Each takes many measurements.
      if (tooDear.length === 3) break;
    }
    expect(tooDear).toEqual([]);
    expect(count).toBeGreaterThan(0);
  },
);

const character = fc.oneof(
  fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
  // Those that are separators, marks or format characters.
  fc.constantFrom(...' \t\n\r%&=+,;:."\'<>()[]{}@/\\-', '\u0301', '\u0316', '\u200d', '\ufdfa'),
);

it('no request costs more than a few cached pages, whatever it repeats', async () => {
  const dearText = fc.record({
    start: fc.constantFrom('', 'x', '"', '<', 'a@'),
    unit: fc.array(character, { minLength: 1, maxLength: 4 }).map((parts) => parts.join('')),
    end: fc.constantFrom('', 'x', '"', '!'),
  });
  const repeating = fc.asyncProperty(dearText, fc.nat(), async (text, nth) => {
    const requests = createRequestsWith(servers.links, { ...text, name: JSON.stringify(text) });
    const request = requests[nth % requests.length];
    if (!request) return;
    const { name, bytes } = request;
    const cost = await measureCost(servers.unlimited, bytes, name.includes('/follow-up/'), options);
    expect(cost.pages, describeCost({ name, ...cost })).toBeLessThanOrEqual(cost.maxPages);
  });
  // Smaller texts cost less, so that a failure is not made smaller.
  await fc.assert(repeating, { numRuns: 300, endOnFailure: true });
});
