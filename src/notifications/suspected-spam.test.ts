import { describe, expect, it } from 'vitest';
import { startMailServer } from '../../tests/fixtures/mail-server.ts';
import { hour, newsOf, setUpNotifications } from '../../tests/fixtures/notification-fixture.ts';
import { startWebhookReceiver } from '../../tests/fixtures/webhook-receiver.ts';
import { countUndelivered } from '../store/count-undelivered.ts';
import { findInquiry } from '../store/inquiries/find-inquiry.ts';
import { assignInquiry, type StatusUpdate } from '../store/inquiries/update-status.ts';
import { listDeliveries } from './deliveries/list-deliveries.ts';

const spam = { company: 'www.prize.example' };
const qualified: StatusUpdate = { status: 'reviewed', qualified: true };
const destinations = ['email', 'inquirer'];

async function setUp() {
  const inquirer = await startMailServer();
  const { messages, url } = await startWebhookReceiver();
  const setup = await setUpNotifications({ inquirerMailServer: inquirer.address, webhook: url });
  const { store, submit } = setup;
  const suspicionOf = async (id: string) => {
    const found = await findInquiry(store, id);
    return found.outcome === 'found' ? found.inquiry.suspectedSpam : found.outcome;
  };
  const acknowledgement = async (id: string) => {
    const deliveries = await listDeliveries(store, { inquiryId: id });
    const found = deliveries.find(({ kind }) => kind === 'acknowledgement');
    return [found?.state, found?.lastError];
  };
  return {
    ...setup,
    ...{ messages, inquirerMails: inquirer.mails, suspicionOf, acknowledgement },
    submitSpam: (changes = {}) => submit({ ...spam, ...changes }, destinations),
  };
}

describe('a suspected inquiry', () => {
  it('is marked for the team with the reason, and sends nothing to the inquirer', async () => {
    const { mails, messages, inquirerMails, store, submit, mark, startLoops, setTime } =
      await setUp();
    setTime('2026-11-22T15:00:00.000-05:00');
    await submit({ ...spam, email: 'eve@evil.example' }, ['email', 'webhook', 'inquirer']);
    const good = await submit({ email: 'ada@good.example' }, ['webhook', 'inquirer']);
    const loops = startLoops();
    await expect.poll(() => inquirerMails).toHaveLength(1);
    await expect.poll(() => messages).toHaveLength(2);
    await expect.poll(() => mails).toHaveLength(1);
    expect(inquirerMails[0]?.to).toEqual(['ada@good.example']);
    const data = messages.map(({ body }) => (JSON.parse(body) as { data: object }).data);
    expect(data).toMatchObject([{ suspectedSpam: 'link in the company' }, {}]);
    expect(data[1]).not.toHaveProperty('suspectedSpam');
    expect(newsOf(mails)).toEqual([
      'Suspected spam: link in the company. Review due by Mon 3 PM. Suspected spam: Ada Lovelace',
    ]);
    await expect.poll(() => countUndelivered(store)).toEqual([]);

    await mark(good, { status: 'responded' });
    // Late, in a digest and a reminder of the next day.
    setTime('2026-11-23T15:00:01.000-05:00');
    loops.wake();
    await expect.poll(() => mails).toHaveLength(2);
    expect(newsOf(mails)[1]).toMatch(/^Suspected spam: .* Review is late since Mon 3 PM\./);
    setTime('2026-11-24T08:00:00.000-05:00');
    loops.wake();
    await expect.poll(() => mails).toHaveLength(3);
    expect(mails[2]?.read.text).toMatch(/Lovelace, www.*\s+Suspected spam: link in the company\./);
  });

  it.each<[string, StatusUpdate | { assignee: string }]>([
    ['qualified', qualified],
    ['found to be no spam', { status: 'new' }],
    ['assigned', { assignee: 'Grace' }],
  ])('that is %s is acknowledged, and suspected no more', async (_, change) => {
    const { store, clock, startLoops, inquirerMails, mark, submitSpam, pass, ...read } =
      await setUp();
    const { suspicionOf, acknowledgement } = read;
    const id = await submitSpam();
    expect(await acknowledgement(id)).toEqual(['held', undefined]);
    pass(30 * hour);
    if ('assignee' in change) await assignInquiry({ store, clock }, id, change);
    else await mark(id, change);
    expect(await suspicionOf(id)).toBeUndefined();
    startLoops();
    await expect.poll(() => acknowledgement(id)).toEqual(['delivered', undefined]);
    expect(inquirerMails).toHaveLength(1);
  });

  it.each(['declined', 'responded', 'spam'] as const)(
    'that is marked %s is never acknowledged',
    async (status) => {
      const { mark, submitSpam, suspicionOf, acknowledgement } = await setUp();
      const id = await submitSpam();
      await mark(id, { status });
      expect(await suspicionOf(id)).toBeUndefined();
      await mark(id, status === 'spam' ? { status: 'new' } : qualified);
      expect(await acknowledgement(id)).toEqual(['void', undefined]);
    },
  );

  it('that is reviewed but not qualified stays held', async () => {
    const { mark, submitSpam, suspicionOf, acknowledgement } = await setUp();
    const id = await submitSpam();
    await mark(id, { status: 'reviewed', qualified: false });
    expect(await suspicionOf(id)).toBe('link in the company');
    expect(await acknowledgement(id)).toEqual(['held', undefined]);
    await mark(id, qualified);
    expect(await acknowledgement(id)).toEqual(['waiting', undefined]);
  });

  it('drops its acknowledgement after 48 hours', async () => {
    const { startLoops, inquirerMails, submitSpam, acknowledgement, pass } = await setUp();
    const id = await submitSpam();
    pass(48 * hour);
    const loops = startLoops();
    await expect.poll(async () => (await acknowledgement(id))[0]).toBe('held');
    pass(1);
    loops.wake();
    await expect.poll(() => acknowledgement(id)).toEqual(['void', undefined]);
    expect(inquirerMails).toEqual([]);
  });
});

describe('the limit of acknowledgements', () => {
  it('counts no held ones, and is checked at the release', async () => {
    const { mark, submit, submitSpam, acknowledgement, pass } = await setUp();
    const [first, second] = [await submitSpam(), await submitSpam({ message: 'Another prize.' })];
    const good = await submit({}, destinations);
    expect(await acknowledgement(good)).toEqual(['waiting', undefined]);
    pass(24 * hour);
    await mark(first, qualified);
    expect(await acknowledgement(first)).toEqual(['waiting', undefined]);
    pass(hour);
    await mark(second, qualified);
    const limit = 'This address was sent an acknowledgement in the last 24 hours';
    expect(await acknowledgement(second)).toEqual(['void', limit]);
    expect(await acknowledgement(await submit({}, destinations))).toEqual(['void', limit]);
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
    ] as const) {
      pass(passMs);
      suspicions.push(await suspicionOf(await submit({ email, message })));
    }
    expect(suspicions).toEqual([undefined, undefined, reason, undefined]);
    expect(await suspicionOf(await submit({ message: `${message} ` }))).toBeUndefined();
  });
});
