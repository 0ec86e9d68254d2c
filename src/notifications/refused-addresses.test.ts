import { expect, it } from 'vitest';
import { email } from '../../tests/fixtures/destinations.ts';
import { startMailServer } from '../../tests/fixtures/mail-server.ts';
import { hour, setUpNotifications, subjectsOf } from '../../tests/fixtures/notification-fixture.ts';
import { listDeliveries } from './deliveries/list-deliveries.ts';
import { forgetRemovedAddresses, readRefusedAddresses } from './refused-addresses.ts';

const team = ['ada', 'bob', 'cyd'].map((name) => `${name}@firm.example`);
const toMailbox = (address: string) => ({ name: '', address });

/** Starts the loops with a team of three, of whom the mail server refuses those in `refused`. */
async function setUp(refused: Set<string>) {
  const { mails, address } = await startMailServer({
    onRcptTo: ({ address }, _session, callback) =>
      callback(
        refused.has(address) ? Object.assign(new Error(address), { responseCode: 551 }) : null,
      ),
  });
  const { startLoops, submit, store, ...notifications } = await setUpNotifications({
    mailServer: address,
    mailOptions: { to: team.map(toMailbox) },
  });
  const loops = startLoops();
  let submitted = 0;
  /** Submits an inquiry and waits until nothing waits. */
  const notify = async () => {
    notifications.pass(hour);
    await submit({ email: `${(submitted += 1)}@analytical.example` }, [email]);
    loops.wake();
    await expect.poll(() => listDeliveries(store, { state: 'waiting' })).toEqual([]);
  };
  const notices = () => mails.filter(({ source }) => source.includes('address-refused'));
  return { ...notifications, store, mails, notices, notify };
}

it('tells the recipients who work once per refusal, without naming addresses in the log', async () => {
  const refused = new Set(['bob@firm.example']);
  const { mails, notices, notify, store, logged } = await setUp(refused);
  await notify();
  await notify();
  expect(mails).toHaveLength(3);
  const [notice] = notices();
  expect(notice?.to).toEqual(['ada@firm.example', 'cyd@firm.example']);
  expect(notice?.read.subject).toBe('Our email is refused by bob@firm.example');
  expect(notice?.read.text).toContain(
    'bob@firm.example refuses our email since Sat, Nov 21, 2026, 8:00 AM EST: SMTP 551',
  );
  expect(await readRefusedAddresses(store)).toEqual([
    {
      address: 'bob@firm.example',
      since: '2026-11-21T13:00:00.000Z',
      lastError: 'SMTP 551 (EENVELOPE)',
    },
  ]);

  refused.add('cyd@firm.example');
  await notify();
  expect(subjectsOf(notices()).at(-1)).toBe(
    'Our email is refused by bob@firm.example, cyd@firm.example',
  );
  expect(notices().at(-1)?.read.text).toMatch(/bob@.* 8:00 AM EST: .*\ncyd@.* 10:00 AM EST: /);

  refused.clear();
  await notify();
  expect(await readRefusedAddresses(store)).toEqual([]);
  refused.add('bob@firm.example');
  await notify();
  expect(notices()).toHaveLength(3);
  expect(new Set(notices().map(({ read }) => read.messageId)).size).toBe(3);
  expect(logged()).toContain('2 of 3 recipients were refused');
  expect(logged()).not.toMatch(/bob|cyd|firm\.example/);
});

it('forgets an address that was removed from the settings', async () => {
  const { notify, store } = await setUp(new Set(['bob@firm.example', 'cyd@firm.example']));
  await notify();
  const mail = {
    to: [toMailbox('ada@firm.example')],
    escalateTo: [toMailbox('cyd@FIRM.example')],
  };
  await forgetRemovedAddresses(store, mail);
  expect(await readRefusedAddresses(store)).toMatchObject([{ address: 'cyd@firm.example' }]);
  await forgetRemovedAddresses(store, undefined);
  expect(await readRefusedAddresses(store)).toEqual([]);
});
