import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { createActionLinkSigner } from '../../action-links/signed-links.ts';
import { isLoopbackHost } from '../../config/setting-values.ts';
import { readSettings, type Settings } from '../../config/settings.ts';
import { administrator, firm } from '../../content/firm.ts';
import { mails } from '../../content/mails.ts';
import { hourMs, toIso } from '../../inquiry/format-time.ts';
import { stripControlChars } from '../../inquiry/normalize-text.ts';
import { destinationSettings, getDestinations } from '../../notifications/destinations.ts';
import { testMessage } from '../../notifications/messages/test-message.ts';
import { type ConfiguredDestination, toDeliveryError } from '../../notifications/sender.ts';
import {
  findAcknowledgedAgainAt,
  maxAcknowledgementsPerDay,
} from '../../notifications/arrival/acknowledgement-limit.ts';
import { readClock } from '../../retention/clock-jump.ts';
import { countUndelivered, type Undelivered } from '../../store/events.ts';
import { checkWritable, readSharedValue } from '../../store/shared-values.ts';
import { readDiskSpace, type Store } from '../../store/store.ts';
import { addCommand, type CliContext, CliError, type CliCommand } from '../command.ts';
import { formatJson, toMinute } from '../output/format.ts';
import { settingsFix, withStore } from '../with-store.ts';

export const check: CliCommand = (program, context) =>
  addCommand(program, 'check', {
    description:
      'Check the settings, store, mail server, webhook, deliveries and backups. Sends nothing without --send.',
    examples: [
      'inquiries check',
      'inquiries check --send  # after each change of the mail server or webhook',
      'inquiries check --json  # exit code 1 if anything failed',
    ],
  })
    .option('--send', 'Send a test e-mail to the team and a test event to the webhook.')
    .option('--json', 'Print the results as a JSON object.')
    .action(async ({ json, send = false }) => {
      const checks: CheckResult[] = [];
      for await (const result of runChecks(context, send)) {
        checks.push(result);
        if (!json) context.stdout.write(render(result));
      }
      const failedCount = checks.filter(({ result }) => result === 'failed').length;
      if (json) context.stdout.write(formatJson({ ok: failedCount === 0, checks }));
      if (failedCount === 0) return;
      const title = `${failedCount === 1 ? 'One check' : `${failedCount} checks`} failed.`;
      const fix = 'Follow the advice after "failed", then run "inquiries check" again.';
      throw new CliError('CHECK_FAILED', title, fix);
    });

const render = ({ name, result, detail, next }: CheckResult) =>
  `${result.padEnd(8)} ${name.padEnd(11)} ${stripControlChars(detail)}\n` +
  (next ? `${' '.repeat(21)}${stripControlChars(next)}\n` : '');

interface CheckResult {
  name: string;
  result: 'ok' | 'warning' | 'failed';
  detail: string;
  /** Advice. */
  next?: string | undefined;
}

async function* runChecks(context: CliContext, isSending: boolean): AsyncGenerator<CheckResult> {
  const read = readSettings(context.env);
  if (!read.ok) {
    for (const detail of read.problems)
      yield { name: 'settings', result: 'failed', detail, next: settingsFix };
    return;
  }
  const { settings } = read;
  const destinations = getDestinations(settings);
  const names = destinations.map(({ name }) => name);
  yield* checkSettings(settings, names);
  // Before the store, whose synchronous checks would delay responses past their timeouts.
  yield* await Promise.all(destinations.map(checkConnection));
  if (isSending)
    yield* await Promise.all(destinations.map((one) => sendTest(one, settings, context.clock)));
  if ('file' in settings.store) yield* checkDisk(settings.store.file);
  const configured = settings.acknowledge ? [...names, 'inquirer'] : names;
  yield* await withStore(context, ({ store, clock }) =>
    Array.fromAsync(checkStore(store, configured, clock())),
  ).catch((error: unknown): CheckResult[] => {
    if (!(error instanceof CliError)) throw error;
    return [{ name: 'store', result: 'failed', detail: error.message, next: error.fix }];
  });
}

function* checkSettings(settings: Settings, names: string[]): Generator<CheckResult> {
  const { publicUrl, host, trustedHops, rateLimits } = settings;
  const detail = names.length
    ? `complete; the team is notified by ${names.join(' and ')}`
    : 'nobody is notified of new inquiries';
  const next = names.length ? undefined : `Set ${destinationSettings}, as .env.example explains.`;
  yield { name: 'settings', result: names.length ? 'ok' : 'warning', detail, next };
  const isBehindProxy = publicUrl?.startsWith('https:') && isLoopbackHost(host);
  if (!isBehindProxy || trustedHops || !rateLimits.length) return;
  yield {
    name: 'proxy',
    result: 'failed',
    detail: 'TRUST_PROXY is 0 behind the proxy of PUBLIC_URL: all visitors share one rate limit',
    next: 'Set TRUST_PROXY to the number of proxies that append to X-Forwarded-For, such as 1.',
  };
}

async function checkConnection(destination: ConfiguredDestination): Promise<CheckResult> {
  const { checkName: name, host, getAdvice } = destination;
  try {
    const { detail, advice: next } = await destination.checkConnection(10_000);
    return { name, result: next ? 'warning' : 'ok', detail: `${host} ${detail}`, next };
  } catch (error) {
    const { message } = toDeliveryError(error);
    const detail = `${host} cannot be used: ${message}`;
    return { name, result: 'failed', detail, next: getAdvice(message) };
  }
}

/** Sends a test message to a destination once, past the queue. */
async function sendTest(
  { createSender, testMessage: { name, accepted }, getAdvice }: ConfiguredDestination,
  { linkSecrets, publicUrl }: Settings,
  clock: () => number,
): Promise<CheckResult> {
  const facts = { ...firm, administrator, mails };
  const links = linkSecrets && createActionLinkSigner(linkSecrets, () => publicUrl ?? '');
  const sender = await createSender({ clock, links, timeZone: firm.timeZone, firm: facts });
  const sentAt = toIso(clock());
  // The id of a webhook may have no full stop, that of an e-mail no colon.
  const id = `test-${sentAt.replaceAll(/\D/g, '')}`;
  const notification = { id, message: testMessage, data: { sentAt } };
  try {
    const refused = await sender(notification, new AbortController().signal);
    if (refused.length === 0) return { name, result: 'ok', detail: accepted };
    const recipients = refused.map(({ recipient, reason }) => `${recipient}: ${reason}`);
    const detail = `refused for ${recipients.join(', ')}`;
    return { name, result: 'warning', detail, next: 'Correct NOTIFY_TO or ESCALATE_TO.' };
  } catch (error) {
    const { message } = toDeliveryError(error);
    const detail = `not accepted: ${message}`;
    return { name, result: 'failed', detail, next: getAdvice(message) };
  }
}

/** As the alert DiskAlmostFull. */
const warnBelowFloors = 10;

function checkDisk(file: string): CheckResult[] {
  if (!existsSync(file)) return [];
  const { freeBytes, floorBytes } = readDiskSpace(dirname(file));
  const format = (bytes: number) => `${Math.floor(bytes / 1e6).toLocaleString('en')} MB`;
  const name = 'disk';
  const detail = `${format(freeBytes)} free on the disk of the store`;
  if (freeBytes >= floorBytes * warnBelowFloors) return [{ name, result: 'ok', detail }];
  const next = `Free disk space: below ${format(floorBytes)}, inquiries are refused.`;
  return [{ name, result: freeBytes < floorBytes ? 'failed' : 'warning', detail, next }];
}

// As the alert BackupMissing: a day, and time for the copy itself.
const maxBackupAgeMs = 26 * hourMs;

async function* checkStore(
  store: Store,
  configured: string[],
  now: number,
): AsyncGenerator<CheckResult> {
  await checkWritable(store);
  yield { name: 'store', result: 'ok', detail: 'readable and writable' };
  const undelivered = await countUndelivered(store, now);
  const deliveries = undelivered.flatMap((group) => checkDeliveries(group, configured) ?? []);
  if (deliveries.length) yield* deliveries;
  else yield { name: 'deliveries', result: 'ok', detail: 'none overdue or failed' };
  if (configured.includes('inquirer')) yield* await checkAcknowledgements(store, now);
  const backedUpAt = await readSharedValue(store, 'last-backup');
  const isRecent = backedUpAt && now - Date.parse(backedUpAt) <= maxBackupAgeMs;
  yield {
    name: 'backup',
    result: isRecent ? 'ok' : 'warning',
    detail: backedUpAt ? `the last verified one is from ${toMinute(backedUpAt)} UTC` : 'none yet',
    next: isRecent ? undefined : 'See the log of the nightly backup; docs/operate.md sets it up.',
  };
  // Nothing expires while the clock may be wrong.
  const { pausedUntil = '' } = (await readClock(store, now)) ?? {};
  if (pausedUntil <= toIso(now)) return;
  const detail = `it jumped by more than two days: no inquiry expires before ${toMinute(pausedUntil)} UTC`;
  const next =
    'Correct the clock of this machine, or wait if it is right: "date -u" shows its time.';
  yield { name: 'clock', result: 'warning', detail, next };
}

async function checkAcknowledgements({ db }: Store, now: number): Promise<CheckResult[]> {
  const againAt = await findAcknowledgedAgainAt(db, toIso(now));
  if (!againAt) return [];
  const detail = `used up: ${maxAcknowledgementsPerDay} in 24 hours; inquirers get none before ${toMinute(againAt)} UTC`;
  const next =
    'See "inquiries list": in a flood, set ACKNOWLEDGE=off and restart the server. Inquiries still reach the team.';
  return [{ name: 'acknowledge', result: 'warning', detail, next }];
}

function checkDeliveries(
  { destination, state, count, waitingSince, health, isOurs }: Undelivered,
  configured: string[],
): CheckResult | undefined {
  const name = 'deliveries';
  const isConfigured = configured.includes(destination);
  const formattedCount = count.toLocaleString('en');
  if (state === 'failed') {
    const result = isConfigured && isOurs ? 'failed' : 'warning';
    const detail = `failed deliveries to ${destination}: ${formattedCount}`;
    const next =
      'Run "inquiries deliveries --failed" to see why, then "inquiries redeliver --failed" to send them again or "inquiries dismiss --failed" to drop them.';
    return { name, result, detail, next };
  }
  if (!isConfigured) {
    const detail = `waiting for ${destination}, which is not configured: ${formattedCount}`;
    const next = 'Configure it as .env.example explains and restart the server, or ignore them.';
    return { name, result: 'warning', detail, next };
  }
  if (health === 'fine') return undefined;
  const detail = `waiting for ${destination} since ${toMinute(waitingSince)} UTC: ${formattedCount}`;
  const next = 'Check that the server runs; "inquiries deliveries" shows the last errors.';
  return { name, result: health === 'failing' ? 'failed' : 'warning', detail, next };
}
