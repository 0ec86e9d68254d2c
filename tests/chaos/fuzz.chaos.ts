import { expect, it } from 'vitest';
import { fuzzSubmissions } from '../security/fuzz-submissions.ts';

it('none of 100,000 fuzzed submissions breaks the server, a page or the store', async () => {
  const { statuses, stored, invalidRows, logged } = await fuzzSubmissions(50_000);
  process.stdout.write(`Responses by status: ${JSON.stringify(statuses)}, stored: ${stored}\n`);
  expect(invalidRows).toEqual([]);
  expect(logged).toBe('');
});
