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
import { personas } from '../../content/fields.ts';
import { firm } from '../../content/firm.ts';
import { fieldRecords, type Inquiry } from '../../inquiry/inquiry.ts';

it('prints labels and times of the firm’s zone as CSV, oldest first, with formulas escaped', async () => {
  const { ids, run } = await setUpCommands(
    { company: '=cmd()', message: 'Two lines,\nand "quotes".' },
    { persona: 'investor', mark: { status: 'reviewed', qualified: false } },
  );
  await run('assign', ids[0], '--to', '=Grace');
  const { exitCode, stdout, stderr } = await run('export', '--format', 'csv');
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
  const headers = Object.values(fieldRecords).map(({ label }) => label);
  const received = formatLocal('2026-11-21T12:00:00.000Z');
  const due = formatLocal('2026-11-22T12:00:00.000Z');
  const first = toCells({ company: "'=cmd()", message: '"Two lines,\nand ""quotes""."' });
  const second = toCells({ persona: personas.investor });
  expect(stdout).toBe(
    `Received (${firm.timeZone}),Status,${headers.join()},Assigned To,Assigned,Suspected Spam,Due,Due By,ID\r\n` +
      `${received},New,${first},'=Grace,${received},,Review,${due},${ids[0]}\r\n` +
      `${received},"Reviewed, not qualified",${second},,,,,,${ids[1]}\r\n`,
  );
});

/** Returns the cells of the sample inquiry with `changes`, in the order of the form. */
function toCells(changes: Partial<Record<keyof Inquiry, string>>): string {
  const changed: Partial<Record<string, string>> = { companySize: '11 to 50', ...changes };
  const cells = Object.entries(fieldRecords).map(([name, field]) => {
    const value = sampleInquiry[name as keyof Inquiry] ?? '';
    const choices: Record<string, string> = field.kind === 'choice' ? field.choices : {};
    return changed[name] ?? choices[value] ?? value;
  });
  return cells.join();
}

/** Formats a time in the firm's time zone, as spreadsheets expect it. */
const formatLocal = (time: string) =>
  new Date(time)
    .toLocaleString('sv-SE', { timeZone: firm.timeZone, dateStyle: 'short', timeStyle: 'short' })
    .replace(',', '');

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
