import path from 'node:path';
import { openStore } from '../../src/store/open-store.ts';
import { parsers } from '../dear-requests.ts';
import { type Cost, measureParser, startMeasuredServers } from '../measure-costs.ts';
import { createFolder, type Measurement } from '../measurement.ts';

/**
 * Measures the processor time of the most expensive request to each parser, relative to a cached
 * page.
 */
const options = { maxMeasurements: 60, tolerance: 1 };

using folder = createFolder();
const store = await openStore({ kind: 'sqlite', file: path.join(folder.path, 'inquiries.sqlite') });
const servers = await startMeasuredServers(store);
export const measurements: Measurement[] = [];
for (const parser of parsers) {
  const { name, status, ms, pages, maxPages } = await findDearest(parser);
  const title = `${parser}: ${status} ${name}`.slice(0, 100);
  measurements.push({ name: title, value: ms, unit: 'ms', ratio: pages, atMost: maxPages });
}
await servers.close();
await store.close();

/** Finds the request that exceeds its maximum by the most, or comes closest to it. */
async function findDearest(parser: string) {
  const costs: Cost[] = [];
  for await (const cost of measureParser(servers, parser, options)) costs.push(cost);
  const byUse = (one: Cost, other: Cost) => other.pages / other.maxPages - one.pages / one.maxPages;
  const [dearest] = costs.sort(byUse);
  if (!dearest) throw new Error(`There is no request for the parser "${parser}".`);
  return dearest;
}
