import { describe, expect, it } from 'vitest';
import { email, inquirer, webhook } from '../../tests/fixtures/destinations.ts';
import { startMailServer } from '../../tests/fixtures/mail-server.ts';
import { hour, newsOf, setUpNotifications } from '../../tests/fixtures/notification-fixture.ts';
import { startWebhookReceiver } from '../../tests/fixtures/webhook-receiver.ts';
import { countUndelivered } from '../store/events.ts';
import { findInquiry } from '../store/inquiries/find-inquiry.ts';
import { assignInquiry, type StatusUpdate } from '../store/inquiries/update-status.ts';
import { listDeliveries } from './deliveries/list-deliveries.ts';

const spam = { company: 'www.prize.example' };

async function setUp() {
  const inquirerServer = await startMailServer();
  const { messages, url } = await startWebhookReceiver();
  const setup = await setUpNotifications({
    inquirerMailServer: inquirerServer.address,
    webhook: url,
  });
  const { store, submit } = setup;
  const suspicionOf = async (id: string) => {
    const found = await findInquiry(store, id);
    return found.outcome === 'found' ? found.inquiry.suspectedSpam : found.outcome;
  };
  return {
    ...setup,
    ...{ messages, inquirerMails: inquirerServer.mails, suspicionOf },
    submitSpam: () => submit(spam, [email, inquirer]),
  };
}

describe('a suspected inquiry', () => {
  it('is marked for the team with the reason, and sends nothing to the inquirer', async () => {
    const { mails, messages, inquirerMails, store, submit, mark, tick, setTime } = await setUp();
    setTime('2026-11-22T15:00:00.000-05:00');
    await submit({ ...spam, email: 'eve@evil.example' }, [email, webhook, inquirer]);
    const good = await submit({ email: 'ada@good.example' }, [webhook, inquirer]);
    await tick();
    expect(inquirerMails).toHaveLength(1);
    expect(inquirerMails[0]?.to).toEqual(['ada@good.example']);
    const data = messages.map(({ body }) => (JSON.parse(body) as { data: object }).data);
    expect(data).toMatchObject([{ suspectedSpam: 'link in the company' }, {}]);
    expect(data[1]).not.toHaveProperty('suspectedSpam');
    expect(newsOf(mails)).toEqual([
      'Suspected spam: link in the company. Review due by Mon 3 PM. Ada Lovelace',
    ]);
    expect(await countUndelivered(store, Date.now())).toEqual([]);

    await mark(good, { status: 'responded' });
    // Late: only in the digest.
    setTime('2026-11-23T15:00:01.000-05:00');
    await tick();
    setTime('2026-11-24T08:00:00.000-05:00');
    await tick();
    expect(mails).toHaveLength(2);
    expect(mails[1]?.read.text).toMatch(
      /^1 suspected spam\.[^]*Suspected spam\n\n +Ada Lovelace, www/,
    );
  });

  const reason = 'link in the company';
  it.each<[string, StatusUpdate, string | undefined]>([
    ['no more if qualified', { status: 'reviewed', qualified: true }, undefined],
    ['no more if found to be no spam', { status: 'new' }, undefined],
    ['no more if answered', { status: 'responded' }, undefined],
    ['still if not qualified', { status: 'reviewed', qualified: false }, reason],
    ['still if declined', { status: 'declined' }, reason],
    ['still if it is spam', { status: 'spam' }, reason],
  ])('is suspected %s, and not acknowledged', async (_, change, suspicion) => {
    const { store, clock, mark, submitSpam, suspicionOf } = await setUp();
    const id = await submitSpam();
    await assignInquiry({ store, clock }, id, { assignee: 'Grace' });
    expect(await suspicionOf(id)).toBe(reason);
    await mark(id, change);
    expect(await suspicionOf(id)).toBe(suspicion);
    const deliveries = await listDeliveries(store, { inquiryId: id });
    expect(deliveries.map(({ kind }) => kind)).toEqual(['received']);
  });
});

describe('the same message', () => {
  it('is suspected within 24 hours of that of another address', async () => {
    const { submit, suspicionOf, pass } = await setUp();
    const message = 'We buy companies like yours.';
    const reason = 'same message as from another address';
    const suspicions = [];
    for (const [email, passMs] of [
      ['eve@evil.example', 0],
      ['EVE@evil.example', 0],
      ['eva@evil.example', 24 * hour - 1],
      ['eva@evil.example', 24 * hour],
      ['eve@evil.example', hour],
    ] as const) {
      pass(passMs);
      suspicions.push(await suspicionOf(await submit({ email, message })));
    }
    expect(suspicions).toEqual([undefined, undefined, reason, undefined, reason]);
    expect(await suspicionOf(await submit({ message: `${message} ` }))).toBeUndefined();
  });
});
