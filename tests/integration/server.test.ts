import { describe, expect, it } from 'vitest';
import packageFile from '../../package.json' with { type: 'json' };
import { firm } from '../../src/content/firm.ts';
import { getOfficeHours, isOfficeDay, weekdays } from '../../src/inquiry/office-hours.ts';
import { findBusinessDay } from '../../src/inquiry/team-days.ts';
import { freePort } from '../../tools/start-server.ts';
import { toEmail, toWebhook } from '../fixtures/command-line.ts';
import { email, inquirer, webhook } from '../fixtures/destinations.ts';
import { startMailServer } from '../fixtures/mail-server.ts';
import { postInquiry } from '../fixtures/post-inquiry.ts';
import { createReleasedStore, listMigrations } from '../fixtures/released-store.ts';
import { longEnough } from '../fixtures/sample-inquiry.ts';
import { onSunday, startClockAt, startTestServer } from '../fixtures/start-test-server.ts';
import { storeInquiry } from '../fixtures/store-inquiry.ts';
import { settingsFor, temporaryFile, temporaryStore } from '../fixtures/temporary-store.ts';
import { startWebhookReceiver } from '../fixtures/webhook-receiver.ts';

describe('starting', () => {
  it('logs version and settings, then addresses and destinations, without secrets', async () => {
    const { file } = temporaryFile();
    const server = startTestServer({
      ...settingsFor({ kind: 'sqlite', file }),
      ...toEmail,
      ...onSunday,
      SMTP_URL: 'smtp://user:geheim@127.0.0.1:25',
      WEBHOOK_URL: 'https://hooks.example.com/geheim',
      WEBHOOK_SECRET: `whsec_${'geheim00'.repeat(4)}`,
      PUBLIC_URL: 'https://www.example.com',
      LINK_SECRET: 'geheim00123'.repeat(3),
      METRICS_PORT: 'off',
      ACKNOWLEDGE: 'on',
    });
    const url = await server.url;
    expect((await fetch(url)).status).toBe(200);
    const lines = server.output().trim().split('\n');
    expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject([
      {
        msg: 'The server is starting',
        version: packageFile.version,
        node: process.version,
        settings: {
          HOST: '127.0.0.1',
          PUBLIC_URL: 'https://www.example.com',
          TRUST_PROXY: 0,
          SMTP_URL: '(set)',
        },
      },
      {
        msg: 'The server is ready',
        address: `http://localhost:${new URL(url).port}`,
        store: file,
        destinations: ['email', 'inquirer', 'webhook'],
      },
    ]);
    expect(server.output()).not.toMatch(/geheim|team@/);
  });

  it('warns that a webhook alone gets no reminders and digests', async () => {
    const server = startTestServer(toWebhook);
    await server.url;
    await expect.poll(server.output).toContain('The team gets no reminders and digests');
    expect(server.output()).not.toContain('Nobody is notified');
  });

  it('warns that nobody is notified, and of settings that were removed or are misspelt', async () => {
    const server = startTestServer({ WEBHOOK_ALLOW_HOSTS: 'hooks.internal', PUBLIC_ULR: 'x' });
    await server.url;
    await expect.poll(server.output).toContain('WEBHOOK_ALLOW_HOSTS has no effect. Remove');
    await expect.poll(server.output).toContain('PUBLIC_ULR has no effect. Write PUBLIC_URL');
    await expect.poll(server.output).toContain('Nobody is notified of inquiries: set SMTP_URL');
  });

  it.each<{ name: string; settings?: Record<string, string>; cwd?: string; problems: string[] }>([
    {
      name: 'every invalid setting',
      settings: { PORT: 'http', PUBLIC_URL: 'example.com' },
      problems: ['PORT is "http"', 'PUBLIC_URL is "example.com"'],
    },
    { name: 'a missing build', cwd: import.meta.dirname, problems: ['npm run build'] },
    {
      name: 'a store that cannot be opened',
      settings: { DATA_DIR: 'package.json' },
      problems: ["The store can't be opened: ", 'Set DATA_DIR'],
    },
  ])('reports $name and exits', async ({ settings, cwd, problems }) => {
    const server = startTestServer(settings, cwd);
    expect(await server.exited).toBe(1);
    for (const problem of problems) expect(server.output()).toContain(problem);
    expect(server.output()).not.toContain('geheim');
  });

  it('reports a port that is in use, and does not migrate the store', async () => {
    const { port } = new URL(await startTestServer().url);
    const location = await createReleasedStore();
    const before = await listMigrations(location);
    const server = startTestServer({ ...settingsFor(location), PORT: port });
    expect(await server.exited).toBe(1);
    expect(server.output()).toContain(`Port ${port}`);
    expect(server.output()).toContain('set PORT');
    expect(await listMigrations(location)).toEqual(before);
  });
});

it('a script is sent compressed, also without support for Brotli', async () => {
  const url = await startTestServer().url;
  const [script = ''] = /\/assets\/[^"]+\.js/.exec(await (await fetch(url)).text()) ?? [];
  for (const coding of ['br', 'gzip']) {
    const response = await fetch(url + script, { headers: { 'accept-encoding': coding } });
    expect(response.headers.get('content-encoding')).toBe(coding);
    expect(await response.text()).toContain('import');
  }
});

it('an inquiry is sent by e-mail and webhook and changed by a link, and the log has neither name nor link', async () => {
  const { mails, settings: toTeam } = await startMailServer();
  const { messages, settings: toPrograms } = await startWebhookReceiver();
  const port = await freePort();
  const publicUrl = `http://127.0.0.1:${port}`;
  const server = startTestServer({
    PORT: String(port),
    PUBLIC_URL: publicUrl,
    LINK_SECRET: '0123456789abcdef'.repeat(2),
    ...toTeam,
    ...toPrograms,
    ...onSunday,
    LOG_LEVEL: 'trace',
  });
  await postInquiry(await server.url);
  await expect.poll(() => [mails.length, messages.length]).toEqual([1, 1]);
  expect(mails[0]?.read.text).toContain('Analytical Engines');
  const [link = ''] = mails[0]?.read.text?.match(/^http.*\/qualify\/.*$/m) ?? [];
  expect(link).toContain(`${publicUrl}/follow-up/`);
  const headers = { origin: publicUrl };
  const body = new URLSearchParams({ by: 'Grace', note: 'Good fit.', version: '0' });
  const posted = await fetch(link, { method: 'POST', headers, body });
  expect(posted.url).toBe(link);
  expect(await posted.text()).toContain('Marked as reviewed and qualified');
  await expect.poll(() => mails[1]?.read.text).toMatch(/^Reviewed, qualified\.[^]*Good fit\./);
  await server.stop();
  expect(server.output()).toContain('An action link changed an inquiry');
  expect(server.output()).toContain('A notification was delivered');
  expect(server.output()).not.toContain(link.split('/').at(-1));
  expect(server.output()).not.toMatch(/Lovelace|analytical/i);
});

it('a flood of acknowledgements is logged by one line', async () => {
  const { settings } = await startMailServer();
  const { store, location } = await temporaryStore();
  for (let nth = 0; nth < 50; nth += 1)
    await storeInquiry(store, { email: `${nth}@a.example` }, { destinations: [inquirer] });
  const server = startTestServer({ ...settingsFor(location), ...settings, ACKNOWLEDGE: 'on' });
  const url = await server.url;
  for (const email of ['late@a.example', 'later@a.example'])
    await postInquiry(url, { email, message: longEnough(`A message from ${email}`) });
  await server.stop();
  expect(server.output().match(/Acknowledgement limit reached/g)).toHaveLength(1);
});

it('deliveries to a destination that is not configured are logged at the start', async () => {
  const { settings } = await startMailServer();
  const { store, location } = await temporaryStore();
  for (const firstName of ['Ada', 'Bea'])
    await storeInquiry(store, { firstName }, { destinations: [email, webhook] });
  const server = startTestServer({ ...settingsFor(location), ...settings });
  await server.url;
  await server.stop();
  const lines = server.output().match(/.*is not configured"/g);
  expect(lines).toEqual([expect.stringContaining('"destination":"webhook","count":2')]);
});

it("the digest before a holiday of the firm names what falls due until the next business day's", async () => {
  const { mails, settings } = await startMailServer();
  const { store, location } = await temporaryStore();
  const { holidays, timeZone } = firm;
  const hours = getOfficeHours(firm);
  const eveOf = (day: string) => Temporal.PlainDate.from(day).subtract({ days: 1 });
  const isAfterBusinessDay = (day: string) =>
    isOfficeDay(weekdays[eveOf(day).dayOfWeek - 1], eveOf(day).toString(), hours);
  // Without holidays: the next day's digest.
  const eve = eveOf(holidays.find(isAfterBusinessDay) ?? '2026-12-25');
  const at = (plainTime: string) => eve.toZonedDateTime({ timeZone, plainTime }).epochMilliseconds;
  await storeInquiry(store, {}, { at: at('07:00') });
  startTestServer({
    ...settingsFor(location),
    ...settings,
    NODE_OPTIONS: startClockAt(at('08:05')),
  });
  await expect.poll(() => mails).toHaveLength(1);
  expect(mails[0]?.read.messageId).toContain(`digest-${eve}`);
  const next = findBusinessDay(eve, hours).toLocaleString('en-US', { weekday: 'long' });
  expect(mails[0]?.read.subject).toContain(`: 1 due by ${next} morning`);
});
