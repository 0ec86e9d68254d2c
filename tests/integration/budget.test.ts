import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { listFiles, listFonts, measurements, otherScripts } from '../../bench/parts/bytes.ts';

it('the build stays within its budgets of bytes', () => {
  for (const { name, value, atMost } of measurements) {
    expect.soft(value, name).toBeGreaterThan(0);
    expect.soft(value, name).toBeLessThanOrEqual(atMost);
  }
  expect(listFonts()).toHaveLength(2);
});

it('the entry script requests the scripts of the application and the page in parallel', () => {
  const [entry = ''] = listFiles(['src/web/entry-client.ts']);
  const text = readFileSync(`dist/client/${entry}`, 'utf8');
  for (const script of otherScripts) {
    for (const file of listFiles([script])) expect(text).toContain(path.basename(file));
  }
});
