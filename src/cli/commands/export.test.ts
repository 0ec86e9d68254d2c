import { describe, expect, it } from 'vitest';
import {
  createTestStore,
  listStoredInquiries,
  receivedMs,
  runCommand,
} from '../../../tests/fixtures/command-line.ts';
import { email, webhook } from '../../../tests/fixtures/destinations.ts';
import { sampleInquiry } from '../../../tests/fixtures/sample-inquiry.ts';
import { storeInquiry } from '../../../tests/fixtures/store-inquiry.ts';
import { settingsFor, temporaryStore } from '../../../tests/fixtures/temporary-store.ts';
import { addedFields } from '../../store/inquiries/stored-inquiry.ts';
import { toCsvLine } from './export.ts';

const exportAs = (...argv: string[]) => ['export', '--format', ...argv];

describe('export', () => {
  it('prints every field as CSV, oldest first, with formulas escaped', async () => {
    const env = await createTestStore(
      { company: '=cmd()', message: 'Two lines,\nand "quotes".' },
      { persona: 'investor', mark: { status: 'reviewed', qualified: false } },
    );
    const [first, second] = await listStoredInquiries(env);
    await runCommand(['assign', first?.id ?? '', '--to', '=Grace'], env);
    const { exitCode, stdout, stderr } = await runCommand(exportAs('csv'), env);
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    const addedNames = addedFields.map((name) => `${name},`).join('');
    const addedValues = addedFields.map((name) => `${sampleInquiry[name]},`).join('');
    expect(stdout).toBe(
      'id,receivedAt,status,qualified,firstName,lastName,email,company,role,persona,companySize,' +
        `industry,fundingStage,investmentAmount,timeline,message,${addedNames}assignee,assignedAt,suspectedSpam,due,dueAt\r\n` +
        `${first?.id},2026-11-21T12:00:00.000Z,new,,Ada,Lovelace,ada@analytical.example,'=cmd(),` +
        'Founder,founder,11-50,Computing,Series A,$5M,3-6months,' +
        `"Two lines,\nand ""quotes"".",${addedValues}'=Grace,2026-11-21T12:00:00.000Z,,review,2026-11-22T12:00:00.000Z\r\n` +
        `${second?.id},2026-11-21T12:00:01.000Z,reviewed,false,Ada,Lovelace,` +
        'ada@analytical.example,Analytical Engines,Founder,investor,11-50,Computing,Series A,$5M,3-6months,' +
        `We would like to talk about a partnership.,${addedValues},,,,\r\n`,
    );
  });

  it('prints the JSON of list with histories', async () => {
    const env = await createTestStore({}, { mark: { status: 'spam' } });
    const { stdout } = await runCommand(['export'], env);
    const histories = [[], [expect.objectContaining({ status: 'spam' })]];
    expect(JSON.parse(stdout)).toEqual(
      (await listStoredInquiries(env)).map((inquiry, index) => ({
        ...inquiry,
        history: histories[index],
      })),
    );
    expect((await runCommand(exportAs('json'), await createTestStore())).stdout).toBe('[]\n');
  });

  it('refuses JSON while notifications wait, which nobody would get after a move', async () => {
    const { store, location } = await temporaryStore();
    const env = settingsFor(location);
    for (const destinations of [[email, webhook], [email]]) {
      await storeInquiry(store, {}, { at: receivedMs, destinations });
    }
    const deliveries = store.db.updateTable('deliveries');
    const refused = await runCommand(['export'], env);
    expect(refused).toMatchObject({ exitCode: 1, stdout: '' });
    expect(refused.stderr).toMatch(/^3 notifications wait .* \[NOTIFICATIONS_WAITING\]\n/);
    expect((await runCommand(exportAs('csv'), env)).exitCode).toBe(0);
    const ignored = await runCommand(['export', '--ignore-waiting'], env);
    expect(JSON.parse(ignored.stdout)).toHaveLength(2);

    await deliveries.set({ state: 'delivered' }).where('destination', '=', 'email').execute();
    expect((await runCommand(['export'], env)).stderr).toMatch(/^1 notification waits /);
    await deliveries.set({ state: 'failed' }).where('destination', '=', 'webhook').execute();
    expect(await runCommand(['export'], env)).toEqual(ignored);
  });
});

it.each([
  ['quotes separators, quotes and line breaks', 'a,b', '"a,b"'],
  ['quotes separators, quotes and line breaks', 'say "hi"', '"say ""hi"""'],
  ['quotes separators, quotes and line breaks', 'two\nlines', '"two\nlines"'],
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
  ['escapes no other cells', undefined, ''],
])('CSV %s: %j', (_, cell, escaped) => {
  expect(toCsvLine([cell, true])).toBe(`${escaped},true\r\n`);
});
