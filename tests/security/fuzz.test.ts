import { expect, it } from 'vitest';
import { fuzzSubmissions } from './fuzz-submissions.ts';

it('no fuzzed submission breaks the server, a page or the store', async () => {
  const { statuses, stored, invalidRows, logged } = await fuzzSubmissions(300);
  expect(invalidRows).toEqual([]);
  expect(logged).toBe('');
  // The run must cover both accepted and rejected submissions.
  expect(stored).toBeGreaterThan(30);
  expect(Number(statuses[422]) + Number(statuses[400])).toBeGreaterThan(100);
}, 60_000);
