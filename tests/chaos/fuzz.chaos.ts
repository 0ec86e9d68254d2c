import { expect, it } from 'vitest';
import { fuzzSubmissions } from '../security/fuzz-submissions.ts';

it('no submission of 100,000 breaks the server, a page or the store', async () => {
  const { statuses, stored, invalidRows: unfit, logged } = await fuzzSubmissions(50_000);
  process.stdout.write(`Answers by status: ${JSON.stringify(statuses)}, stored: ${stored}\n`);
  expect(unfit).toEqual([]);
  expect(logged).toBe('');
});
