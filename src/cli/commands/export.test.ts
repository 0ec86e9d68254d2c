import { expect, it } from 'vitest';
import {
  receivedMs,
  runCommand,
  setUpCommands,
  toEmail,
} from '../../../tests/fixtures/command-line.ts';
import { email, webhook } from '../../../tests/fixtures/destinations.ts';
import { sampleInquiry } from '../../../tests/fixtures/sample-inquiry.ts';
import { storeInquiry } from '../../../tests/fixtures/store-inquiry.ts';
import { addedFields } from '../../inquiry/stored-inquiry.ts';
import { toCsvLine } from './export.ts';

it('prints every field as CSV, oldest first, with formulas escaped', async () => {
  const { ids, run } = await setUpCommands(
    { company: '=cmd()', message: 'Two lines,\nand "quotes".' },
    { persona: 'investor', mark: { status: 'reviewed', qualified: false } },
  );
  await run('assign', ids[0], '--to', '=Grace');
  const { exitCode, stdout, stderr } = await run('export', '--format', 'csv');
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
  const addedNames = addedFields.map((name) => `${name},`).join('');
  const addedValues = addedFields.map((name) => `${sampleInquiry[name]},`).join('');
  expect(stdout).toBe(
    'id,receivedAt,status,qualified,firstName,lastName,email,company,role,persona,companySize,' +
      `industry,fundingStage,investmentAmount,timeline,message,${addedNames}assignee,assignedAt,suspectedSpam,due,dueAt\r\n` +
      `${ids[0]},2026-11-21T12:00:00.000Z,new,,Ada,Lovelace,ada@analytical.example,'=cmd(),` +
      'Founder,founder,11-50,Computing,Series A,$5M,3-6months,' +
      `"Two lines,\nand ""quotes"".",${addedValues}'=Grace,2026-11-21T12:00:00.000Z,,review,2026-11-22T12:00:00.000Z\r\n` +
      `${ids[1]},2026-11-21T12:00:01.000Z,reviewed,false,Ada,Lovelace,` +
      'ada@analytical.example,Analytical Engines,Founder,investor,11-50,Computing,Series A,$5M,3-6months,' +
      `We would like to talk about a partnership.,${addedValues},,,,\r\n`,
  );
});

it('prints the JSON of list with histories', async () => {
  const { run, list } = await setUpCommands({}, { mark: { status: 'spam' } });
  const [first, second] = await list();
  expect(JSON.parse((await run('export')).stdout)).toEqual([
    { ...first, history: [] },
    { ...second, history: [expect.objectContaining({ status: 'spam' })] },
  ]);
  const empty = await setUpCommands();
  expect((await empty.run('export', '--format', 'json')).stdout).toBe('[]\n');
});

it('refuses JSON while notifications wait, which nobody would get after a move', async () => {
  const { store, env } = await setUpCommands();
  const run = (...argv: string[]) => runCommand(argv, { ...env, ...toEmail });
  for (const destinations of [[email, webhook], [email]]) {
    await storeInquiry(store, {}, { at: receivedMs, destinations });
  }
  const deliveries = store.db.updateTable('deliveries');
  const refused = await run('export');
  expect(refused).toMatchObject({ exitCode: 1, stdout: '' });
  expect(refused.stderr).toMatch(/^3 notifications wait .* \[NOTIFICATIONS_WAITING\]\n/);
  expect((await run('export', '--format', 'csv')).exitCode).toBe(0);
  const ignored = await run('export', '--ignore-waiting');
  expect(JSON.parse(ignored.stdout)).toHaveLength(2);

  await deliveries.set({ state: 'delivered' }).where('destination', '=', 'email').execute();
  expect((await run('export')).stderr).toMatch(/^1 notification waits /);
  await deliveries.set({ state: 'failed' }).where('destination', '=', 'webhook').execute();
  expect(await run('export')).toEqual(ignored);
});

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
  expect(toCsvLine([cell, true])).toBe(`${escaped},true\r\n`);
});
