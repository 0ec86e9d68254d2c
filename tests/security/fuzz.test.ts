import { expect, it } from 'vitest';
import { fuzzSubmissions } from './fuzz-submissions.ts';

it('no submission breaks the server, a page or the store', async () => {
  const { statuses, stored, invalidRows: unfit, logged } = await fuzzSubmissions(300);
  expect(unfit).toEqual([]);
  expect(logged).toBe('');
  // Enough got through to say something of the store, and enough did not.
  expect(stored).toBeGreaterThan(30);
  expect(Number(statuses[422]) + Number(statuses[400])).toBeGreaterThan(100);
}, 60_000);
