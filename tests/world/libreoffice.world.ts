import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { toCsv } from '../../src/cli/output/csv.ts';
import type { InquiryWithDeadline } from '../../src/cli/output/format.ts';
import { isInstalled } from '../fixtures/installed-programs.ts';
import { sampleInquiry } from '../fixtures/sample-inquiry.ts';
import { temporaryFolder } from '../fixtures/temporary-store.ts';

const inquiries: InquiryWithDeadline[] = [
  {
    ...sampleInquiry,
    id: '01a1fd11-5a89-78ff-b898-08a7c7dde223',
    receivedAt: '2026-11-21T12:00:00.000Z',
    status: 'reviewed',
    qualified: true,
    firstName: 'Zoë',
    lastName: '王',
    companySize: '1-10',
    message: 'Two lines,\nand "quotes"; with a semicolon.',
    due: 'response',
    dueAt: '2026-11-23T12:00:00.000Z',
  },
  {
    ...sampleInquiry,
    id: '01a1fd11-5a89-78ff-b898-08a7c7dde224',
    receivedAt: '2026-07-21T12:00:00.000Z',
    status: 'new',
    company: '=1+1',
    role: '+49 30 1234',
    companySize: '11-50',
    timeline: '1-3months',
    message: '=HYPERLINK("https://evil.example";"Open")',
  },
];

/** Exports inquiries, opens the file in LibreOffice Calc, and reads the texts of its cells. */
async function openInCalc(): Promise<string[][]> {
  const folder = temporaryFolder();
  const file = path.join(folder, 'inquiries.csv');
  async function* read() {
    yield* inquiries;
  }
  let csv = '';
  for await (const line of toCsv(read(), 'America/New_York')) csv += line;
  writeFileSync(file, csv);
  // As in its dialog: separated by commas, UTF-8, in American English, with dates recognized.
  const filter = 'Text - txt - csv (StarCalc):44,34,UTF8,1,,1033,false,true';
  const options = ['--headless', `--infilter=${filter}`, '--convert-to', 'fods'];
  execFileSync('soffice', [...options, '--outdir', folder, file], {
    env: { ...process.env, HOME: folder },
  });
  const sheet = readFileSync(path.join(folder, 'inquiries.fods'), 'utf8');
  const rows = sheet.match(/<table:table-row[^>]*>[\s\S]*?<\/table:table-row>/g) ?? [];
  return rows.map(readCells);
}

function readCells(row: string): string[] {
  const cells: string[] = [];
  for (const [, attributes = '', content = ''] of row.matchAll(
    /<table:table-cell([^>]*?)(?:\/>|>([\s\S]*?)<\/table:table-cell>)/g,
  )) {
    expect(attributes).not.toContain('table:formula');
    const repeated = Number(/number-columns-repeated="(\d+)"/.exec(attributes)?.[1] ?? 1);
    const type = /office:value-type="(\w+)"/.exec(attributes)?.[1] ?? 'empty';
    const paragraphs = [...content.matchAll(/<text:p>([\s\S]*?)<\/text:p>/g)];
    const text = paragraphs.map(([, one = '']) => unescape(one)).join('\n');
    const shown = type === 'date' ? `date ${text}` : text;
    cells.push(...Array.from({ length: Math.min(repeated, 20) }, () => shown));
  }
  return cells;
}

const unescape = (text: string) =>
  text
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('&quot;', '"')
    .replaceAll('&apos;', "'")
    .replaceAll('&amp;', '&');

it.skipIf(!isInstalled('soffice'))(
  'a spreadsheet shows each cell of the export as it is meant',
  async () => {
    const [header = [], first = [], second = []] = await openInCalc();
    const cellOf = (row: string[], name: string) => row[header.indexOf(name)];
    expect(header.slice(0, 4)).toEqual([
      'Received (America/New_York)',
      'Status',
      'First Name',
      'Last Name',
    ]);
    expect(cellOf(first, 'Received (America/New_York)')).toMatch(/^date .*(?:07:00|7:00)/);
    expect(cellOf(second, 'Received (America/New_York)')).toMatch(/^date .*(?:08:00|8:00)/);
    expect(cellOf(first, 'Status')).toBe('Reviewed, qualified');
    expect([cellOf(first, 'First Name'), cellOf(first, 'Last Name')]).toEqual(['Zoë', '王']);
    expect(cellOf(first, 'Company Size')).toBe('1 to 10');
    expect(cellOf(second, 'Company Size')).toBe('11 to 50');
    expect(cellOf(second, 'Timeline')).toBe('1-3 months');
    expect(cellOf(first, 'Message')).toBe('Two lines,\nand "quotes"; with a semicolon.');
    expect(cellOf(second, 'Company')).toBe("'=1+1");
    expect(cellOf(second, 'Role')).toBe("'+49 30 1234");
    expect(cellOf(second, 'Message')).toBe(`'=HYPERLINK("https://evil.example";"Open")`);
    expect(cellOf(first, 'Due By')).toMatch(/^date /);
    expect(cellOf(first, 'ID')).toBe('01a1fd11-5a89-78ff-b898-08a7c7dde223');
  },
);
