import { onTestFinished } from 'vitest';
import { startDeliveries } from '../src/outbox/delivery-workers.ts';
import type { FollowUpLinks } from '../src/action-links/action-link.ts';
import { listDeliveries } from '../src/outbox/list-deliveries.ts';
import { createMailSender, type MailServer } from '../src/notifications/email/mail-sender.ts';
import { startNotices } from '../src/notifications/schedule/reminder-scheduler.ts';
import type { Senders } from '../src/notifications/notification.ts';
import type { Inquiry } from '../src/inquiry/inquiry.ts';
import { type Mark, markInquiry } from '../src/store/inquiries/update-status.ts';
import type { Store } from '../src/store/store.ts';
import { submitInquiry } from '../src/http/contact/submit-inquiry.ts';
import type { Destination } from '../src/store/tables.ts';
import { recordedLog } from './recorded-log.ts';
import { sampleInquiry } from './sample-inquiry.ts';
import { temporaryStore } from './temporary-store.ts';

export const newYork = 'America/New_York';
/** A Saturday, on which there is no digest: 7:00 in New York. */
export const start = Date.parse('2026-11-21T12:00:00.000Z');
const second = 1000;
export const hour = 60 * 60 * second;
const links: FollowUpLinks = (id) => [
  { action: 'qualify', label: 'Qualified', url: `https://firm.example/q/${id}` },
];

interface Options {
  store?: Store;
  /** The first arrival, in ms since the epoch. */
  at?: number;
  mailServer: MailServer;
  inquirerMailServer?: MailServer;
}

/** A store with the loops of a server that tells `mailServer`, by a clock that the test moves. */
export async function setUpNotices({
  at = start,
  mailServer,
  inquirerMailServer,
  ...options
}: Options) {
  const store = options.store ?? (await temporaryStore()).store;
  const { log, text } = recordedLog();
  let now = at;
  const clock = () => now;
  const senderTo = (server: MailServer) =>
    createMailSender(server, {
      from: { name: 'Website', address: 'website@firm.example' },
      to: [{ name: '', address: 'team@firm.example' }],
      timeZone: newYork,
      clock,
      firm: { name: 'Firm & Sons', email: 'hello@firm.example' },
      links,
    });
  const senders: Senders = {
    email: await senderTo(mailServer),
    ...(inquirerMailServer && { inquirer: await senderTo(inquirerMailServer) }),
  };

  const startLoops = () => {
    const loop = { store, clock, timeZone: newYork, log };
    const deliveries = startDeliveries({ ...loop, random: () => 0, retryMs: 5000, senders });
    const notices = startNotices({ ...loop, onQueued: deliveries.wake });
    const stop = async (drainMs = 10 * second) => {
      await notices.stop();
      await deliveries.stop(drainMs);
    };
    onTestFinished(() => stop(0));
    const wake = () => {
      deliveries.wake();
      notices.wake();
    };
    return { wake, stop };
  };
  const submit = async (changes: Partial<Inquiry> = {}, destinations: Destination[] = []) => {
    const inquiry = { ...sampleInquiry, ...changes };
    const submission = await submitInquiry({ store, clock, destinations }, inquiry);
    if (submission.outcome !== 'stored') throw new Error(submission.outcome);
    return submission.id;
  };
  const mark = (id: string, change: Mark) => markInquiry({ store, clock }, id, change);
  const states = async () =>
    (await listDeliveries(store)).map(({ kind, state }) => `${kind} ${state}`).reverse();
  return {
    store,
    clock,
    senders,
    startLoops,
    submit,
    mark,
    states,
    pass: (ms: number) => (now += ms),
    setTime: (time: string) => (now = Date.parse(time)),
    logged: text,
  };
}

export const subjectsOf = (mails: { read: { subject?: string | undefined } }[]) =>
  mails.map(({ read }) => read.subject);
