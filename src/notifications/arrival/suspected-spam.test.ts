import { expect, it } from 'vitest';
import { email, inquirer, webhook } from '../../../tests/fixtures/destinations.ts';
import { startMailServer } from '../../../tests/fixtures/mail-server.ts';
import { hour, setUpNotifications } from '../../../tests/fixtures/notification-fixture.ts';
import { startWebhookReceiver } from '../../../tests/fixtures/webhook-receiver.ts';
import type { DetailedStatusChange } from '../../change-inquiry/change-status.ts';
import { findInquiry } from '../../store/inquiries/find-inquiry.ts';
import { countUndelivered } from '../../store/outbox/count-undelivered.ts';
import { listDeliveries } from '../../store/outbox/list-deliveries.ts';

const spam = { company: 'www.prize.example' };
const reason = 'link in the company';

async function setUp() {
  const inquirers = await startMailServer();
  const { messages, url } = await startWebhookReceiver();
  const servers = { inquirerMailServer: inquirers.address, webhook: url };
  const setup = await setUpNotifications(servers);
  const suspicionOf = async (id: string) => {
    const found = await findInquiry(setup.store, id);
    return found ? found.suspectedSpam : 'unknown';
  };
  return { ...setup, messages, inquirerMails: inquirers.mails, suspicionOf };
}

it('a suspected inquiry is marked for the team with the reason, and nothing goes to the inquirer', async () => {
  const { mails, messages, inquirerMails, store, submit, tick, setTime } = await setUp();
  setTime('2026-11-22T15:00:00.000-05:00');
  await submit({ ...spam, email: 'eve@evil.example' }, [email, webhook, inquirer]);
  await submit({ email: 'ada@good.example' }, [webhook, inquirer]);
  await tick();
  expect(inquirerMails.map(({ to }) => to)).toEqual([['ada@good.example']]);
  const data = messages.map(({ body }) => (JSON.parse(body) as { data: object }).data);
  expect(data).toMatchObject([{ suspectedSpam: reason }, {}]);
  expect(data[1]).not.toHaveProperty('suspectedSpam');
  expect(mails).toHaveLength(1);
  const news = `Suspected spam: ${reason}. Review due by Mon 3 PM.`;
  expect(mails[0]?.read.text).toContain(`${news}\n\nAda Lovelace\n`);
  expect(await countUndelivered(store, [email, webhook, inquirer], Date.now())).toEqual([]);
});

it.each<[string, DetailedStatusChange, string | undefined]>([
  ['no more if qualified', { status: 'reviewed', qualified: true }, undefined],
  ['no more if found to be no spam', { status: 'new' }, undefined],
  ['no more if answered', { status: 'responded' }, undefined],
  ['still if not qualified', { status: 'reviewed', qualified: false }, reason],
  ['still if declined', { status: 'declined' }, reason],
  ['still if it is spam', { status: 'spam' }, reason],
])('a suspected inquiry is suspected %s, and not acknowledged', async (_, change, suspicion) => {
  const { store, submit, assign, mark, suspicionOf } = await setUp();
  const id = await submit(spam, [email, inquirer]);
  await assign(id, 'Grace');
  expect(await suspicionOf(id)).toBe(reason);
  await mark(id, change);
  expect(await suspicionOf(id)).toBe(suspicion);
  const lastError = 'Suspected spam is not acknowledged';
  expect(await listDeliveries(store, { inquiryId: id })).toMatchObject([
    { kind: 'acknowledgement', state: 'void', lastError },
    { kind: 'received', state: 'waiting' },
  ]);
});

it('the same message is suspected within 24 hours of that of another address', async () => {
  const { submit, suspicionOf, pass } = await setUp();
  const message = 'We buy companies like yours.';
  const same = 'same message as from another address';
  for (const [email, passMs, expected] of [
    ['eve@evil.example', 0, undefined],
    ['EVE@evil.example', 0, undefined],
    ['eva@evil.example', 24 * hour - 1, same],
    ['eva@evil.example', 24 * hour, undefined],
    ['eve@evil.example', hour, same],
    // The clock was ahead, and is set back.
    ['ada@good.example', 400 * 24 * hour, undefined],
    ['bob@good.example', -398 * 24 * hour, undefined],
  ] as const) {
    pass(passMs);
    expect(await suspicionOf(await submit({ email, message })), `${email}, ${passMs}`).toBe(
      expected,
    );
  }
  expect(await suspicionOf(await submit({ message: `${message} ` }))).toBeUndefined();
});

it('of suspected spam, 10 of an hour come one by one, the others in the daily digest alone', async () => {
  const { store, submit, tickAfter, tickAt } = await setUp();
  const submitSpam = async (count: number) => {
    for (let nth = 0; nth < count; nth += 1) await submit(spam, [email, webhook]);
  };
  const list = async (state: string, destination = 'email') =>
    (await listDeliveries(store)).filter(
      (one) => one.kind === 'received' && one.state === state && one.destination === destination,
    );
  await submitSpam(10);
  expect(await list('void')).toEqual([]);
  await submitSpam(2);
  const skipped = { lastError: 'Named in the digest' };
  expect(await list('void')).toMatchObject([skipped, skipped]);
  expect(await list('waiting', 'webhook')).toHaveLength(12);
  await tickAfter(hour);
  await tickAt('2026-11-23T08:00:00.000-05:00');
  const digests = (await listDeliveries(store)).map(({ kind }) => kind);
  expect(digests).not.toContain('flood-digest');
  expect(digests).toContain('digest');
});
