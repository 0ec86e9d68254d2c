import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { type Browser, chromium } from '@playwright/test';
import { createActionLinkSigner } from '../src/action-links/signed-links.ts';
import { administrator, firm } from '../src/content/firm.ts';
import { mails as mailCopy } from '../src/content/mails.ts';
import { getDeadline } from '../src/inquiry/deadlines.ts';
import { hourMs, toIso } from '../src/inquiry/format-time.ts';
import type { Status } from '../src/inquiry/status.ts';
import { composeMail } from '../src/notifications/email/compose-mail.ts';
import type { Notification } from '../src/notifications/notification.ts';
import type { DueList, LastWeek } from '../src/notifications/schedule/read-digest.ts';
import type { HistoryEntry } from '../src/store/inquiries/read-history.ts';
import type { StoredInquiry } from '../src/store/inquiries/stored-inquiry.ts';
import { findChromium } from './find-chromium.ts';

/**
 * Writes e-mails with sample data as HTML and text to `--folder`, and sheets of pictures: in both color
 * schemes, and as a client shows them that removes style sheets and inverts colors. `--mail` filters.
 */
const { values } = parseArgs({
  options: {
    folder: { type: 'string', default: 'test-results/mails' },
    mail: { type: 'string', multiple: true },
  },
});
const schemes = ['light', 'dark', 'inverted'] as const;
const now = Date.parse('2026-11-24T20:30:00.000Z');
const hoursAgo = (hours: number) => toIso(now - hours * hourMs);

const operator: StoredInquiry = {
  ...{ id: '01a1fd11-5a89-78ff-b898-08a7c7dde223', receivedAt: hoursAgo(0), status: 'new' },
  ...{ firstName: 'Ada', lastName: 'Lovelace', email: 'ada@northfield.example' },
  ...{ company: 'Northfield Cold Storage', role: 'Chief executive' },
  ...{ persona: 'operator', companySize: '51-200', industry: 'Refrigerated logistics' },
  timeline: '3-6months',
  message:
    'We run six cold stores in New England and are looking for a long-term owner alongside the family.\n\nMay we send you our figures?',
};
const founder: StoredInquiry = {
  ...operator,
  ...{ persona: 'founder', fundingStage: 'Series A', investmentAmount: '$4m to $6m' },
};
const long: StoredInquiry = {
  ...founder,
  lastName: 'von Hohenzollern-Sigmaringen'.repeat(3),
  company: 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerk'.repeat(2),
  message: `Our deck: https://files.example/${'x'.repeat(120)}\n\n${'We would like to tell you more. '.repeat(30)}`,
};
const rightToLeft: StoredInquiry = {
  ...founder,
  ...{ firstName: 'محمد', lastName: 'الخوارزمي', company: 'شركة الجبر', role: 'المدير التنفيذي' },
  ...{ persona: 'investor', industry: 'الخدمات المالية', fundingStage: 'النمو' },
  message: 'نبحث عن شريك طويل الأمد.\nهل يمكننا أن نلتقي في بوسطن (Boston) في يناير؟',
};

const waiting = (hours: number, inquiry = founder) =>
  withDeadline({ ...inquiry, receivedAt: hoursAgo(hours) });
const qualified = (hours: number, changes: Partial<StoredInquiry> = {}) =>
  waiting(hours, { ...founder, status: 'reviewed', qualified: true, ...changes });
function updated(status: Status, change: Partial<HistoryEntry> = {}): Notification {
  const { assignee = 'Blake', qualified } = change;
  const inquiry = { ...founder, receivedAt: hoursAgo(5), status };
  return {
    kind: 'updated',
    inquiry: {
      ...inquiry,
      ...(assignee && { assignee }),
      ...(qualified !== undefined && { qualified }),
    },
    change: { at: hoursAgo(0), status, by: 'Blake (link in an e-mail)', ...change },
    number: 1,
  };
}
const list = (entries: DueList['entries'] = [], more = 0) => ({ entries, more });
const outage = {
  ...{ destination: 'webhook', since: hoursAgo(2), endedAt: null },
  ...{ waiting: 3, givenUp: 1, lastError: 'HTTP 500' },
};
const refused = [
  { address: 'blake@firm.example', since: hoursAgo(2), lastError: 'SMTP 550 (EENVELOPE)' },
];
const emptyDigest = {
  ...{ day: '2026-11-23', nextDay: '2026-11-24', late: list(), today: list(), later: list() },
  ...{ lateDays: 0, isEscalated: false, lastWeek: undefined, endOfHolidays: undefined },
  ...{ notDelivered: [], refused: [] },
};
const noPersona = { founder: 0, investor: 0, operator: 0, advisor: 0, other: 0 };
const week = { week: '2026-11-16', received: 9, onTime: 6, late: 2, waiting: 1 };
const lastWeek: LastWeek = {
  ...week,
  ...{ onTimeShare: 0.75, responseOnTimeShare: 1 },
  ...{ medianReviewMs: 5.4 * hourMs, medianResponseMs: 26 * hourMs },
  weeks: [{ ...week, byPersona: { ...noPersona, founder: 5, investor: 3, other: 1 } }],
  open: [
    { assignee: 'Grace Hopper', count: 2 },
    { assignee: null, count: 1 },
  ],
};
const idleWeek: LastWeek = {
  ...{ received: 0, onTime: 0, late: 0, waiting: 0, open: [], weeks: [] },
  ...{ onTimeShare: undefined, responseOnTimeShare: undefined },
  ...{ medianReviewMs: undefined, medianResponseMs: undefined },
};
const workday = { ...emptyDigest, day: '2026-11-24', nextDay: '2026-11-25' };
const fullDigest = {
  ...workday,
  ...{ late: list([waiting(40), qualified(60)], 12), lateDays: 2, later: list([waiting(10)]) },
  ...{ today: list([waiting(23, long), waiting(22, rightToLeft)]) },
  ...{ notDelivered: [{ destination: 'webhook', count: 2 }], refused },
};
const declined = { ...founder, receivedAt: hoursAgo(2000), status: 'declined' as const };
const earlier = [declined];

const notifications: Record<string, Notification> = {
  received: { kind: 'received', inquiry: founder, earlier },
  'received-without-funding': { kind: 'received', inquiry: operator },
  'received-long': { kind: 'received', inquiry: long },
  'received-right-to-left': { kind: 'received', inquiry: rightToLeft },
  'received-suspected': {
    kind: 'received',
    inquiry: { ...operator, suspectedSpam: 'link in the company', company: 'www.prize.example' },
  },
  'review-soon': { kind: 'review-soon', ...waiting(21) },
  'review-late': { kind: 'review-late', ...waiting(25) },
  'response-soon': { kind: 'response-soon', ...qualified(45) },
  'response-late': { kind: 'response-late', ...qualified(49, { assignee: 'Blake' }) },
  assigned: updated('new', { assignee: 'Blake' }),
  'assigned-to-nobody': updated('new', { assignee: '', by: 'Avery' }),
  'status-qualified': updated('reviewed', { qualified: true, note: 'Fits our cold chain thesis.' }),
  'status-not-qualified': updated('reviewed', { qualified: false }),
  'status-declined': updated('declined', { note: 'Outside our sectors.\nI wrote to her.' }),
  'status-responded': updated('responded', { qualified: true }),
  'status-spam': updated('spam'),
  'digest-full': { kind: 'digest', digest: fullDigest },
  'digest-one': { kind: 'digest', digest: { ...workday, today: list([waiting(20)]) } },
  'digest-monday': {
    kind: 'digest',
    digest: { ...emptyDigest, late: list([waiting(70)]), lateDays: 2, lastWeek },
  },
  'digest-monday-empty': { kind: 'digest', digest: { ...emptyDigest, lastWeek: idleWeek } },
  outage: { kind: 'outage-webhook', outage, reportedAt: hoursAgo(1) },
  recovery: {
    kind: 'recovery-webhook',
    outage: { ...outage, endedAt: hoursAgo(1) },
    reportedAt: hoursAgo(1),
  },
  'address-refused': { kind: 'address-refused', refused },
  acknowledgement: { kind: 'acknowledgement', inquiry: founder },
  test: { kind: 'test', sentAt: hoursAgo(0) },
};
const mails = Object.entries(notifications)
  .filter(([name]) => values.mail?.includes(name) ?? true)
  .map(([name, notification]) => ({
    name,
    ...composeMail(notification, {
      from: { name: '', address: 'website@firm.example' },
      to: [{ name: '', address: 'team@firm.example' }],
      timeZone: firm.timeZone,
      clock: () => now,
      firm: { ...firm, administrator, mails: mailCopy },
      destinationLabels: { webhook: 'to the webhook' },
      links: createActionLinkSigner(['s'.repeat(32)], () => 'https://www.firm.example'),
    }),
  }));

mkdirSync(values.folder, { recursive: true });
for (const { name, subject, text, html } of mails) {
  const file = path.join(values.folder, name);
  writeFileSync(`${file}.html`, String(html));
  writeFileSync(`${file}.txt`, `Subject: ${subject}\n\n${String(text)}`);
}
const browser = await chromium.launch({
  executablePath: findChromium() ?? '',
  // Chromium's sandbox does not run as root.
  args: ['--no-sandbox'],
});
try {
  for (const width of [390, 700])
    for (const scheme of schemes) await captureSheet(browser, width, scheme);
} finally {
  await browser.close();
}

function withDeadline(inquiry: StoredInquiry) {
  const due = getDeadline(inquiry);
  if (!due) throw new Error('Nothing is due');
  return { inquiry, due };
}

/** Writes a picture of all mails side by side. */
async function captureSheet(browser: Browser, width: number, scheme: (typeof schemes)[number]) {
  const isInverted = scheme === 'inverted';
  const page = await browser.newPage({ colorScheme: isInverted ? 'light' : scheme });
  const session = await page.context().newCDPSession(page);
  if (isInverted) await session.send('Emulation.setAutoDarkModeOverride', { enabled: true });
  await page.setContent('<body style="margin:0;display:flex;align-items:start;gap:20px">');
  const sources = mails.map(({ html }) =>
    isInverted
      ? String(html).replaceAll(/<style>.*?<\/style>|<meta name="\S*color.*?>/gs, '')
      : String(html),
  );
  const size = await page.evaluate(
    async ([sources, width]) => {
      for (const srcdoc of sources) {
        const frame = Object.assign(document.createElement('iframe'), { srcdoc });
        frame.style.cssText = `flex:none;border:0;width:${width}px`;
        const loaded = new Promise((resolve) => frame.addEventListener('load', resolve));
        document.body.append(frame);
        await loaded;
        frame.style.height = `${frame.contentDocument?.documentElement.scrollHeight ?? 0}px`;
      }
      const { scrollWidth, scrollHeight } = document.documentElement;
      return { width: scrollWidth, height: scrollHeight };
    },
    [sources, width] as const,
  );
  await page.setViewportSize(size);
  const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: 60 });
  const file = path.join(values.folder, `sheet-${width}-${scheme}.webp`);
  writeFileSync(file, Buffer.from(data, 'base64'));
  await page.close();
}
