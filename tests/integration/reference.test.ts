import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { Hono } from 'hono';
import { describe, expect, it } from 'vitest';
import { cliErrors } from '../../src/cli/errors.ts';
import { createProgram, errorCodes } from '../../src/cli/run-cli.ts';
import { settingNames } from '../../src/config/settings.ts';
import { contactApi } from '../../src/http/contact/contact-api.ts';
import {
  type ContactError,
  contactErrors,
  toBodyError,
  toRateLimitError,
} from '../../src/http/contact/contact-errors.ts';
import { submitInquiry } from '../../src/http/contact/submit-inquiry.ts';
import {
  companySizes,
  fieldNames,
  maxLengths,
  personas,
  timelines,
} from '../../src/inquiry/inquiry.ts';
import type { Notification } from '../../src/notifications/notification.ts';
import { createWebhookSender } from '../../src/notifications/webhook/webhook-sender.ts';
import { createMetrics } from '../../src/observability/metrics.ts';
import { createRecordedLog } from '../fixtures/recorded-log.ts';
import { sampleInquiry } from '../fixtures/sample-inquiry.ts';
import { temporaryStore } from '../fixtures/temporary-store.ts';
import { startWebhookReceiver } from '../fixtures/webhook-receiver.ts';

const reference = readFileSync('docs/reference.md', 'utf8');
const clock = () => Date.parse('2026-11-21T12:00:00.000Z');
const { log } = createRecordedLog();

const readSection = (title: string) =>
  reference.split(/^## /m).find((section) => section.startsWith(`${title}\n`)) ?? '';

/** Returns the rows of the table in a section whose first column has this title. */
function readTable(section: string, firstColumn: string) {
  const lines = readSection(section).split('\n');
  const titles = lines.findIndex((line) => unquote(splitRow(line)[0]) === firstColumn);
  const rows = lines.slice(titles + 2);
  const end = rows.findIndex((line) => !line.startsWith('|'));
  return rows.slice(0, end === -1 ? undefined : end).map(splitRow);
}

const splitRow = (line: string) =>
  line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());

const unquote = (cell = '') => cell.replace(/^`(.*)`$/, '$1');
const readCodes = (text = '') => [...text.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code);

describe('the reference', () => {
  it('lists every setting with its default', () => {
    const rows = readTable('Settings', 'setting');
    // settings.test.ts compares .env.example with the defaults of the schema.
    const defaults = parseEnv(readFileSync('.env.example', 'utf8'));
    expect(
      Object.fromEntries(rows.map(([name, value]) => [unquote(name), unquote(value)])),
    ).toEqual(defaults);
    expect(rows).toHaveLength(settingNames.length);
  });

  it('lists every field of the API with its choices and maximum length', () => {
    const rows = readTable('HTTP API', 'field').map(([name, , value]) => [unquote(name), value]);
    const values = Object.fromEntries(rows);
    expect(Object.keys(values).toSorted()).toEqual(fieldNames.toSorted());
    for (const [field, length] of Object.entries(maxLengths)) {
      expect(values[field], field).toMatch(new RegExp(`\\b${length}\\b`));
    }
    for (const [field, choices] of Object.entries({
      persona: personas,
      companySize: companySizes,
      timeline: timelines,
    })) {
      expect(readCodes(values[field]), field).toEqual(Object.keys(choices));
    }
  });

  it('lists every error of the API with its status, headers and reason', async () => {
    const { store } = await temporaryStore();
    const app = new Hono().all('/', contactApi({ store, clock, log, publicUrl: undefined }));
    const headers = { 'content-type': 'application/json' };
    const invalid = await app.request('/', { method: 'POST', headers, body: '{}' });
    const { error } = (await invalid.json()) as { error: string };
    const rateLimit = { ok: false, isFirstRejection: true, isAbusive: false } as const;
    const rateLimits = [false, true].map((isGlobal) =>
      toRateLimitError({ ...rateLimit, isGlobal, retryAfterSeconds: 9 }),
    );
    const others = [toBodyError('wrongType', 'application/json'), { status: 422, error }];
    const errors: ContactError[] = [...Object.values(contactErrors), ...rateLimits, ...others];

    const rows = readTable('HTTP API', 'status');
    for (const { status, error, headers = {} } of errors) {
      const row = rows.find(([, text = '-']) => error.startsWith(text));
      expect(row?.[0], `the status of "${error}"`).toBe(String(status));
      const keys = row?.[2]?.toLowerCase();
      for (const [name, value] of Object.entries(headers)) {
        const header = status === 429 ? name : `${name}: ${value}`;
        expect(keys, error).toContain(`\`${header}\``.toLowerCase());
      }
    }
    for (const [status, text = '-'] of rows) {
      const known = errors.filter((known) => known.error.startsWith(text));
      expect(known, `errors that begin with "${text}" (${status})`).not.toEqual([]);
    }

    const text = await readMetrics();
    const reasons = [...text.matchAll(/^inquiries_refused_total\{reason="(\w+)"\}/gm)];
    const named = new Set(rows.map((cells) => unquote(cells.at(-1))));
    expect([...named].toSorted()).toEqual(reasons.map(([, reason]) => reason).toSorted());
  });

  it('lists every metric with its type and labels', async () => {
    const text = await readMetrics();
    const read = [...text.matchAll(/^# HELP (\S+) .*\n# TYPE \S+ (\S+)$/gm)].map(
      ([, name = '', type = '']) => ({ name, type }),
    );
    const own = read.filter(({ name }) => !/^(process|nodejs)_/.test(name));
    const rows = readTable('Metrics', 'metric');
    expect(rows.map(([name, type]) => `${unquote(name)} ${type}`)).toEqual(
      own.map(({ name, type }) => `${name} ${type}`),
    );
    for (const [name, , labels] of rows) {
      const series = new RegExp(`^${unquote(name)}(?:_bucket)?(?:\\{(.*)\\})? `, 'm').exec(text);
      const used = [...(series?.[1] ?? '').matchAll(/(\w+)=/g)].map(([, label]) => label);
      expect(used.filter((label) => label !== 'le').toSorted(), `labels of ${name}`).toEqual(
        readCodes(labels).toSorted(),
      );
    }

    const others = readCodes(readSection('Metrics')).filter((code) =>
      /^(process|nodejs|inquiries)_[a-z\d_]+$/.test(code),
    );
    for (const name of others) expect(text, name).toContain(`\n# HELP ${name} `);
  });

  it('lists every command with its arguments and options', () => {
    const output = { write: () => true };
    const context = { env: {}, settingsFrom: '', stdout: output, stderr: output, clock };
    const rows = readTable('Command', 'command').map(([name, options]) => ({
      name: unquote(name),
      options: readCodes(options).toSorted(),
    }));
    const program = createProgram(context);
    const commands = program.createHelp().visibleCommands(program);
    const known = commands.map((command) => ({
      name: [command.name(), ...command.registeredArguments.map(formatArgument)].join(' '),
      options: command.options.map(({ flags }) => flags).toSorted(),
    }));
    const byName = (a: { name: string }, b: { name: string }) => a.name.localeCompare(b.name);
    expect(rows.toSorted(byName)).toEqual(known.toSorted(byName));
  });

  it('lists every error code of a command with its exit code', () => {
    const argument = Object.assign([''], { env: {}, settingsFrom: '' }) as never;
    const known = Object.values<(...args: never[]) => { code: string; exitCode?: number }>(
      cliErrors,
    )
      .map((create) => create(argument, argument, argument))
      .map(({ code, exitCode = 1 }) => `${code} ${exitCode}`);
    const parsing = Object.values(errorCodes).map((code) => `${code} 2`);
    const rows = readTable('Command', 'code').map(([code, exit]) => `${unquote(code)} ${exit}`);
    expect(rows.toSorted()).toEqual([...new Set([...known, ...parsing])].toSorted());
  });

  it('lists every event of the webhook, whose signature its example verifies', async () => {
    const messages = await sendEvents();
    const rows = readTable('Webhook', 'type');
    const events = messages.map(({ body }) => JSON.parse(body) as { type: string; data: object });
    expect(events.map(({ type }) => type)).toEqual(rows.map(([type]) => unquote(type)));
    for (const [index, { type, data }] of events.entries()) {
      const documented = readCodes(rows[index]?.[2]);
      const keys = Object.keys(data).filter((key) => !(key in sampleInquiry));
      expect(documented, type).toEqual(keys);
    }

    const [, example = ''] = /^```js\n(.*?)^```$/ms.exec(readSection('Webhook')) ?? [];
    const { isGenuine } = await import(`data:text/javascript,${encodeURIComponent(example)}`);
    for (const { headers, body } of messages) {
      expect(isGenuine(headers, body, secret)).toBe(true);
      expect(isGenuine(headers, `${body} `, secret)).toBe(false);
      expect(isGenuine({ ...headers, 'webhook-timestamp': '1' }, body, secret)).toBe(false);
    }
  });
});

/** Returns the metrics with a series of each label. */
async function readMetrics() {
  const { store } = await temporaryStore();
  const destinations = ['email', 'webhook'] as const;
  await submitInquiry({ store, clock, destinations }, sampleInquiry);
  await store.db
    .updateTable('deliveries')
    .set({ state: 'failed' })
    .where('destination', '=', 'email')
    .execute();
  const metrics = createMetrics({
    ...{ store: Promise.resolve(store), isReady: async () => true, clock, log },
  });
  const request = { route: 'page', method: 'GET', status: 200, isAborted: false } as const;
  metrics.requestEnded({ ...request, seconds: 0.1 });
  metrics.deliveryAttempted('email', 'delivered');
  return metrics.read();
}

const secret = `whsec_${Buffer.alloc(32, 'a').toString('base64')}`;

/** Sends one event of each type to a receiver and returns what arrived. */
async function sendEvents() {
  const { url, messages } = await startWebhookReceiver();
  const send = await createWebhookSender({ url, secrets: [secret], clock: Date.now });
  const at = '2026-11-21T12:00:00.000Z';
  const outage = {
    destination: 'email',
    since: at,
    endedAt: null,
    waiting: 2,
    givenUp: 1,
    lastError: 'x',
  } as const;
  const inquiry = { id: 'a', receivedAt: at, status: 'new', ...sampleInquiry } as const;
  const notifications: Notification[] = [
    { kind: 'received', inquiry },
    { kind: 'outage-email', outage, reportedAt: at },
    { kind: 'recovery-email', outage: { ...outage, endedAt: at }, reportedAt: at },
    { kind: 'test', sentAt: at },
  ];
  for (const notification of notifications) await send(notification, new AbortController().signal);
  return messages;
}

const formatArgument = (argument: { required: boolean; name(): string }) =>
  argument.required ? `<${argument.name()}>` : `[${argument.name()}]`;
