import { describe, expect, it } from 'vitest';
import { email, inquirer } from '../../../tests/fixtures/destinations.ts';
import { startMailServer } from '../../../tests/fixtures/mail-server.ts';
import { hour, setUpNotifications } from '../../../tests/fixtures/notification-fixture.ts';
import type { MailServer } from '../../config/setting-values.ts';
import { listDeliveries } from '../deliveries/list-deliveries.ts';

/** An inquiry for these mail servers. */
async function setUp(team: MailServer, inquirers: MailServer) {
  const fixture = await setUpNotifications({ mailServer: team, inquirerMailServer: inquirers });
  const id = await fixture.submit({}, [email, inquirer]);
  return { ...fixture, id };
}

describe('the acknowledgement', () => {
  it('is sent only to the inquirer, and replies go to the firm', async () => {
    const { mails, address } = await startMailServer();
    const { id, startLoops } = await setUp((await startMailServer()).address, address);
    startLoops();
    await expect.poll(() => mails).toHaveLength(1);
    const { from, to, source, read } = mails[0] ?? { read: undefined };
    expect([from, to]).toEqual(['website@firm.example', ['ada@analytical.example']]);
    expect(read?.to).toEqual([{ name: '', address: 'ada@analytical.example' }]);
    expect([read?.cc, read?.bcc]).toEqual([undefined, undefined]);
    expect(read?.replyTo).toEqual([{ name: 'Firm & Sons', address: 'hello@firm.example' }]);
    expect(read?.messageId).toBe(`<acknowledgement-${id}@firm.example>`);
    expect(source).toMatch(/^Auto-Submitted: auto-replied\r$/m);
  });

  it('is skipped if the inquiry was marked as spam', async () => {
    const { mails, address } = await startMailServer();
    const { id, mark, startLoops, states } = await setUp(address, address);
    await mark(id, { status: 'spam' });
    startLoops();
    await expect
      .poll(async () => (await states()).sort())
      .toEqual(['acknowledgement void', 'received delivered']);
    expect(mails.map(({ to }) => to)).toEqual([['team@firm.example']]);
  });

  it('is skipped once the 48 hours have passed', async () => {
    const { mails, address } = await startMailServer();
    const { startLoops, states, pass } = await setUp(address, address);
    pass(48 * hour + 1);
    startLoops();
    await expect.poll(states).toContain('acknowledgement void');
    await expect.poll(states).toContain('received delivered');
    expect(mails.map(({ to }) => to)).not.toContainEqual(['ada@analytical.example']);
  });

  it('is given up at once if the mailbox does not exist', async () => {
    const { address } = await startMailServer({
      onRcptTo: (_, __, callback) =>
        callback(Object.assign(new Error('no such user'), { responseCode: 550 })),
    });
    const { store, startLoops, logged } = await setUp((await startMailServer()).address, address);
    startLoops();
    await expect
      .poll(() => listDeliveries(store, { state: 'failed' }))
      .toMatchObject([{ kind: 'acknowledgement', attempts: 1, lastError: 'SMTP 550 (EENVELOPE)' }]);
    expect(logged()).not.toContain('analytical');
  });

  it('is attempted again if the mailbox is busy', async () => {
    let isBusy = true;
    const { mails, address } = await startMailServer({
      onRcptTo: (_, __, callback) =>
        callback(isBusy ? Object.assign(new Error('busy'), { responseCode: 450 }) : null),
    });
    const { store, startLoops, pass } = await setUp((await startMailServer()).address, address);
    const loops = startLoops();
    const acknowledged = async () =>
      (await listDeliveries(store)).find(({ kind }) => kind === 'acknowledgement');
    await expect
      .poll(acknowledged)
      .toMatchObject({ state: 'waiting', lastError: 'SMTP 450 (EENVELOPE)' });
    isBusy = false;
    pass(hour);
    loops.wake();
    await expect.poll(() => mails).toHaveLength(1);
  });
});
