import { describe, expect, it } from 'vitest';
import { email, inquirer } from '../../../tests/fixtures/destinations.ts';
import { startMailServer } from '../../../tests/fixtures/mail-server.ts';
import { hour, setUpNotifications } from '../../../tests/fixtures/notification-fixture.ts';
import type { MailServer } from '../../config/setting-values.ts';
import type { StatusUpdate } from '../../store/inquiries/update-status.ts';
import { listDeliveries } from '../deliveries/list-deliveries.ts';

/** An inquiry for these mail servers. */
async function setUp(team: MailServer, inquirers: MailServer) {
  const fixture = await setUpNotifications({ mailServer: team, inquirerMailServer: inquirers });
  const id = await fixture.submit({}, [email, inquirer]);
  return { ...fixture, id };
}

interface Skipped {
  mark?: StatusUpdate;
  passMs?: number;
}

describe('the acknowledgement', () => {
  it('is sent only to the inquirer, and replies go to the firm', async () => {
    const { mails, address } = await startMailServer();
    const { id, tick } = await setUp((await startMailServer()).address, address);
    await tick();
    expect(mails).toHaveLength(1);
    const { from, to, source, read } = mails[0] ?? { read: undefined };
    expect([from, to]).toEqual(['website@firm.example', ['ada@analytical.example']]);
    expect(read?.from).toEqual({ name: 'Firm & Sons', address: 'website@firm.example' });
    expect(source).toMatch(/^X-Auto-Response-Suppress: DR, RN, NRN, OOF, AutoReply\r$/m);
    expect(read?.to).toEqual([{ name: '', address: 'ada@analytical.example' }]);
    expect([read?.cc, read?.bcc]).toEqual([undefined, undefined]);
    // No thread with the e-mails to the team.
    expect([read?.references, read?.inReplyTo]).toEqual([undefined, undefined]);
    expect(read?.replyTo).toEqual([{ name: 'Firm & Sons', address: 'hello@firm.example' }]);
    expect(read?.messageId).toBe(`<acknowledgement-${id}@firm.example>`);
    expect(source).toMatch(/^Auto-Submitted: auto-replied\r$/m);
  });

  it('has no other characters than ASCII in its header, whatever the address has', async () => {
    const { mails, address } = await startMailServer();
    const { submit, tick } = await setUpNotifications({ inquirerMailServer: address });
    await submit({ email: 'jörg@bücher.example' }, [inquirer]);
    await tick();
    expect(mails).toHaveLength(1);
    expect(mails[0]?.to).toEqual([expect.stringMatching(/^jörg@(bücher|xn--bcher-kva)\.example$/)]);
    const [header = ''] = mails[0]?.source.split('\r\n\r\n') ?? [];
    expect(header).toMatch(/^\p{ASCII}*$/u);
    expect(header).toMatch(/^To: "?undisclosed-recipients"?:;\r$/m);
  });

  it.each([
    ['if the inquiry was marked as spam', { mark: { status: 'spam' } }],
    ['once the 48 hours have passed', { passMs: 48 * hour + 1 }],
  ] as const)('is skipped %s', async (_, { mark: change, passMs = 0 }: Skipped) => {
    const { mails, address } = await startMailServer();
    const { id, mark, tick, states, pass } = await setUp(address, address);
    if (change) await mark(id, change);
    pass(passMs);
    await tick();
    expect((await states()).sort()).toEqual(['acknowledgement void', 'received delivered']);
    expect(mails.map(({ to }) => to)).not.toContainEqual(['ada@analytical.example']);
  });

  it.each([
    [550, 'is given up at once if the mailbox does not exist', 'failed'],
    [450, 'waits for its next attempt if the mailbox is busy', 'waiting'],
  ])('after SMTP %i %s', async (responseCode, _, state) => {
    const { address } = await startMailServer({
      onRcptTo: (_, __, callback) =>
        callback(Object.assign(new Error('refused'), { responseCode })),
    });
    const { store, tick, logged } = await setUp((await startMailServer()).address, address);
    await tick();
    const lastError = `SMTP ${responseCode} (EENVELOPE)`;
    expect(
      (await listDeliveries(store)).find(({ kind }) => kind === 'acknowledgement'),
    ).toMatchObject({
      ...{ state, attempts: 1, lastError },
    });
    expect(logged()).not.toContain('analytical');
  });
});
