import { expect, it } from 'vitest';
import { sampleInquiry } from '../../../tests/fixtures/sample-inquiry.ts';
import { toCsv, toCsvLine } from './csv.ts';

it.each([
  ['quotes separators', 'a,b', '"a,b"'],
  ['escapes formulas', '=1+1', "'=1+1"],
  ['escapes formulas', '+49', "'+49"],
  ['escapes formulas', '-1', "'-1"],
  ['escapes formulas', '@SUM(A1)', "'@SUM(A1)"],
  ['escapes formulas', '\tx', "'\tx"],
  ['escapes formulas', '\rx', '"\'\rx"'],
  ['escapes formulas', ' =1+1', " '=1+1"],
  ['escapes formulas', '＝1+1', "'＝1+1"],
  ['escapes formulas after a semicolon', 'a;=1+1;b; -1', "a;'=1+1;b; '-1"],
  ['escapes formulas after a semicolon and quotes', ';"=1+1&"', `";""'=1+1&"""`],
  ['escapes formulas after a tab', 'a\t=1+1\t\t@b', "a\t'=1+1\t\t'@b"],
  ['escapes formulas at the start of a line', 'a\n=1+1\r\n-b', `"a\n'=1+1\r\n'-b"`],
  ['escapes no other cells', 'a-b; c=d, +1 -e\nf@g', '"a-b; c=d, +1 -e\nf@g"'],
  ['escapes no other cells', '1+1', '1+1'],
])('CSV %s: %j', (_, cell, escaped) => {
  expect(toCsvLine([cell, 'true'])).toBe(`${escaped},true\r\n`);
});

it('CSV begins with the byte order mark of UTF-8, and has local times, also in summer', async () => {
  async function* read() {
    const id = '01a1fd11-5a89-78ff-b898-08a7c7dde223';
    const receivedAt = '2026-07-01T03:30:00.000Z';
    yield { ...sampleInquiry, id, receivedAt, status: 'new' } as const;
  }
  const lines: string[] = [];
  for await (const line of toCsv(read(), 'America/New_York')) lines.push(line);
  expect(lines[0]).toMatch(/^\ufeffReceived \(America\/New_York\),/);
  expect(lines[1]).toMatch(/^2026-06-30 23:30,New,Ada,/);
});
