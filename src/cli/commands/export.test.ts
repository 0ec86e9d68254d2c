import { describe, expect, it } from 'vitest';
import {
  createTestStore,
  listStoredInquiries,
  receivedMs,
  runCommand,
} from '../../../tests/fixtures/command-line.ts';
import { email, webhook } from '../../../tests/fixtures/destinations.ts';
import { storeInquiry } from '../../../tests/fixtures/store-inquiry.ts';
import { settingsFor, temporaryStore } from '../../../tests/fixtures/temporary-store.ts';
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
    expect(stdout).toBe(
      'id,receivedAt,status,qualified,firstName,lastName,email,company,role,persona,companySize,' +
        'industry,fundingStage,investmentAmount,timeline,message,assignee,assignedAt,suspectedSpam,due,dueAt\r\n' +
        `${first?.id},2026-11-21T12:00:00.000Z,new,,Ada,Lovelace,ada@analytical.example,'=cmd(),` +
        'Founder,founder,11-50,Computing,Series A,$5M,3-6months,' +
        '"Two lines,\nand ""quotes"".",\'=Grace,2026-11-21T12:00:00.000Z,,review,2026-11-22T12:00:00.000Z\r\n' +
        `${second?.id},2026-11-21T12:00:01.000Z,reviewed,false,Ada,Lovelace,` +
        'ada@analytical.example,Analytical Engines,Founder,investor,11-50,Computing,Series A,$5M,3-6months,' +
        'We would like to talk about a partnership.,,,,,\r\n',
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
    const setState = (destination: 'email' | 'webhook', state: 'delivered' | 'failed') =>
      store.db
        .updateTable('deliveries')
        .set({ state })
        .where('destination', '=', destination)
        .execute();
    const refused = await runCommand(['export'], env);
    expect({ ...refused, stderr: '' }).toEqual({ exitCode: 1, stdout: '', stderr: '' });
    expect(refused.stderr).toMatch(/^3 notifications wait .* \[NOTIFICATIONS_WAITING\]\n/);
    expect((await runCommand(exportAs('csv'), env)).exitCode).toBe(0);
    const ignored = await runCommand(['export', '--ignore-waiting'], env);
    expect(JSON.parse(ignored.stdout)).toHaveLength(2);

    await setState('email', 'delivered');
    expect((await runCommand(['export'], env)).stderr).toMatch(/^1 notification waits /);
    await setState('webhook', 'failed');
    expect(await runCommand(['export'], env)).toEqual(ignored);
  });

  it('explains the values of --format', async () => {
    expect((await runCommand(exportAs('xml'))).stderr).toContain('Allowed choices are json, csv.');
  });
});

describe('toCsvLine', () => {
  it('quotes cells with separators, quotes or line breaks', () => {
    expect(toCsvLine(['Ada', '', undefined, true])).toBe('Ada,,,true\r\n');
    expect(toCsvLine(['a,b', 'say "hi"', 'two\nlines', 'a\rb'])).toBe(
      '"a,b","say ""hi""","two\nlines","a\rb"\r\n',
    );
  });

  it('escapes formulas', () => {
    expect(toCsvLine(['=1+1', '+49', '-1', '@SUM(A1)', '\tx', '\rx'])).toBe(
      "'=1+1,'+49,'-1,'@SUM(A1),'\tx,\"'\rx\"\r\n",
    );
    expect(toCsvLine(['=HYPERLINK("x","y")'])).toBe('"\'=HYPERLINK(""x"",""y"")"\r\n');
    expect(toCsvLine(['1+1', 'a=b'])).toBe('1+1,a=b\r\n');
  });
});
