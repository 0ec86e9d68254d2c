import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { createActionLinkSigner } from '../../action-links/signed-links.ts';
import {
  type Destination,
  destinationSettings,
  emailSettings,
  getDestinations,
} from '../../config/destinations.ts';
import { isLoopbackHost } from '../../config/setting-values.ts';
import { readSettings, type Settings } from '../../config/settings.ts';
import { administrator, firm } from '../../content/firm.ts';
import { mails } from '../../content/mails.ts';
import { describeEndOfHolidays } from '../../inquiry/office-hours.ts';
import { readClock } from '../../maintenance/clock-jump.ts';
import {
  findAcknowledgedAgainAt,
  maxAcknowledgementsPerDay,
} from '../../notifications/arrival/acknowledgement-limit.ts';
import type { CheckedChannel, ConnectionCheck } from '../../notifications/connection-check.ts';
import { getChannels } from '../../notifications/create-senders.ts';
import { testMessage, writeTestMessage } from '../../notifications/messages/test-message.ts';
import { toDeliveryError } from '../../notifications/sender.ts';
import { checkWritable } from '../../store/check-writable.ts';
import { readDiskSpace } from '../../store/disk-space.ts';
import { countUndelivered, type Undelivered } from '../../store/outbox/count-undelivered.ts';
import { readSharedTime } from '../../store/shared-values.ts';
import { findDamage } from '../../store/sqlite/damage.ts';
import { findForeignFile } from '../../store/sqlite/find-foreign-file.ts';
import type { Store } from '../../store/store.ts';
import { damagedFix } from '../../store/store-errors.ts';
import { dayMs, type EpochMs, hourMs, minuteMs, toIso } from '../../text/format-time.ts';
import { toSafeLine } from '../../text/hidden-chars.ts';
import { addCommand, type CliCommand, type CliContext, CliError } from '../command.ts';
import { formatJson, formatNumber, toMinute } from '../output/format.ts';
import { showProgress } from '../output/progress.ts';
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
      const count = failedCount === 1 ? 'One check' : `${failedCount} checks`;
      const fix = 'Follow the advice after "failed", then run "inquiries check" again.';
      throw new CliError('CHECK_FAILED', `${count} failed.`, fix);
    });

interface CheckResult {
  name: string;
  result: 'ok' | 'warning' | 'failed';
  detail: string;
  /** Remedy. */
  next?: string;
}

const ok = (name: string, detail: string): CheckResult => ({ name, result: 'ok', detail });

const warning = (name: string, detail: string, next: string): CheckResult => ({
  name,
  result: 'warning',
  detail,
  next,
});

const failed = (name: string, detail: string, next: string): CheckResult => ({
  name,
  result: 'failed',
  detail,
  next,
});

/** Renders a result, with its remedy below. */
function render({ name, result, detail, next }: CheckResult): string {
  const line = `${result.padEnd(8)} ${name.padEnd(11)} ${toSafeLine(detail)}\n`;
  return next ? `${line}${' '.repeat(21)}${toSafeLine(next)}\n` : line;
}

async function* runChecks(context: CliContext, isSending: boolean): AsyncGenerator<CheckResult> {
  const read = readSettings(context.env);
  if (!read.ok) {
    for (const problem of read.problems) yield failed('settings', problem, settingsFix);
    return;
  }
  const { settings } = read;
  for (const { name, fix } of read.ignored) yield warning('settings', `${name} has no effect`, fix);
  const channels = getChannels(settings);
  yield checkSettings(getDestinations(settings));
  yield* checkTeam(settings);
  yield* checkProxy(settings);
  yield* checkHolidays(context.clock());
  // Runs before the synchronous checks of the store, which would delay responses past their
  // timeouts.
  yield* await Promise.all(channels.map(checkConnection));
  if (isSending) {
    yield* await Promise.all(channels.map((one) => sendTest(one, settings, context.clock)));
  }
  if (settings.store.kind === 'sqlite') yield* checkDisk(settings.store.file);
  yield* await checkStore(context, getDestinations(settings));
}

/** Checks that the team is notified. */
function checkSettings(destinations: readonly Destination[]): CheckResult {
  const notified = destinations.filter(({ reaches }) => reaches !== 'inquirer');
  if (notified.length === 0) {
    const next = `Set ${destinationSettings}, as .env.example explains.`;
    return warning('settings', 'nobody is notified of new inquiries', next);
  }
  const names = notified.map(({ name }) => name).join(' and ');
  if (!notified.some(({ reaches }) => reaches === 'team')) {
    const detail = `the team is notified by ${names} alone, without reminders and digests`;
    return warning(
      'settings',
      detail,
      `Set ${emailSettings}, or let the receiver remind the team.`,
    );
  }
  return ok('settings', `complete; the team is notified by ${names}`);
}

/**
 * Warns if the address of NOTIFY_TO is the only one: reminders then cannot reach the assignee
 * alone.
 */
function checkTeam({ mail, linkSecrets }: Settings): CheckResult[] {
  if (!mail || !linkSecrets || mail.to.length > 1) return [];
  const detail = 'NOTIFY_TO has one address: reminders of all assignees go there';
  const next = 'Set NOTIFY_TO to the addresses of the team with names: Anna <anna@example.com>.';
  return [warning('team', detail, next)];
}

/** Checks that a server behind a proxy knows the proxy. */
function checkProxy({ publicUrl, host, trustedHops, rateLimits }: Settings): CheckResult[] {
  const isBehindProxy = publicUrl?.startsWith('https:') && isLoopbackHost(host);
  const isLimited = rateLimits.length > 0;
  if (!isBehindProxy || trustedHops > 0 || !isLimited) return [];
  const detail =
    'TRUST_PROXY is 0 behind the proxy of PUBLIC_URL: all visitors share one rate limit';
  const next =
    'Set TRUST_PROXY to the number of proxies that append to X-Forwarded-For, such as 1.';
  return [failed('proxy', detail, next)];
}

const holidayWarningMs = 90 * dayMs;

/** Warns before the list of holidays ends. */
function checkHolidays(now: EpochMs): CheckResult[] {
  const end = describeEndOfHolidays(firm.holidays, now, holidayWarningMs);
  if (end === undefined) return [];
  const next = 'Add later ones to src/content/firm.ts, then build the site and restart the server.';
  return [warning('holidays', end, next)];
}

const connectionTimeoutMs = 10_000;

/** Connects to a mail server or webhook without sending. */
async function checkConnection(connection: ConnectionCheck): Promise<CheckResult> {
  const { checkName, host } = connection;
  try {
    const { detail, advice } = await connection.checkConnection(connectionTimeoutMs);
    const found = `${host} ${detail}`;
    return advice ? warning(checkName, found, advice) : ok(checkName, found);
  } catch (error) {
    const { message } = toDeliveryError(error);
    const advice = connection.getAdvice(message);
    return failed(checkName, `${host} cannot be used: ${message}`, advice);
  }
}

/** Sends a test message through a channel once, bypassing the queue. */
async function sendTest(
  channel: CheckedChannel,
  { linkSecrets, publicUrl }: Settings,
  clock: () => EpochMs,
): Promise<CheckResult> {
  const { name, accepted } = channel.testMessage;
  const links = linkSecrets && createActionLinkSigner(linkSecrets, () => publicUrl ?? '');
  const sender = await channel.createSender({
    clock,
    links,
    firm: { ...firm, administrator, mails },
  });
  const sentAt = toIso(clock());
  // An id must have no period for webhooks, and no colon for e-mails.
  const id = `test-${sentAt.replaceAll(/\D/g, '')}`;
  const notification = { id, message: testMessage, texts: writeTestMessage({ sentAt }) };
  try {
    const result = await sender(notification, new AbortController().signal);
    if (result.kind === 'nobody') return warning(name, 'sent to nobody', 'Set NOTIFY_TO.');
    if (result.kind === 'no-text') {
      const fix = 'Write it in src/notifications/messages/test-message.ts.';
      return warning(name, 'has no text for this destination', fix);
    }
    if (result.refused.length === 0) return ok(name, accepted);
    const recipients = result.refused.map(({ recipient, reason }) => `${recipient}: ${reason}`);
    const detail = `refused for ${recipients.join(', ')}`;
    return warning(name, detail, 'Correct NOTIFY_TO or ESCALATE_TO.');
  } catch (error) {
    const { message, responseBody } = toDeliveryError(error);
    const detail = responseBody ? `${message}, with the response: ${responseBody}` : message;
    return failed(name, `not accepted: ${detail}`, channel.getAdvice(message));
  }
}

/**
 * Below this multiple of the floor, `check` warns, as the alert DiskAlmostFull does. Below the
 * floor itself, inquiries are refused.
 */
const minDiskFloors = 10;

/** Checks the free space on the disk of an SQLite file. */
function checkDisk(file: string): CheckResult[] {
  if (!existsSync(file)) return [];
  const { freeBytes, floorBytes } = readDiskSpace(dirname(file));
  const detail = `${formatMegabytes(freeBytes)} free on the disk of the store`;
  if (freeBytes >= floorBytes * minDiskFloors) return [ok('disk', detail)];
  const next = `Free disk space: below ${formatMegabytes(floorBytes)}, inquiries are refused.`;
  if (freeBytes < floorBytes) return [failed('disk', detail, next)];
  return [warning('disk', detail, next)];
}

const formatMegabytes = (bytes: number) => `${formatNumber(Math.floor(bytes / 1e6))} MB`;

/** Opens and checks the store. If it cannot be used, this is the only result. */
async function checkStore(
  context: CliContext,
  destinations: readonly Destination[],
): Promise<CheckResult[]> {
  try {
    return await withStore(context, async ({ store, clock }) => {
      const now = clock();
      const fault = checkOwner(store) ?? (await checkPages(context, store));
      if (fault) return [fault];
      return [
        await checkTables(store),
        ...(await checkDeliveries(store, destinations, now)),
        ...(await checkAcknowledgements(store, destinations, now)),
        await checkBackup(store, now),
        ...(await checkClock(store, now)),
      ];
    });
  } catch (error) {
    if (!(error instanceof CliError)) throw error;
    return [failed('store', error.message, error.fix)];
  }
}

/**
 * Checks who owns the files of an SQLite store, since root can open them in any case. Returns
 * undefined if there is no problem.
 */
function checkOwner(store: Store): CheckResult | undefined {
  const file = store.kind === 'sqlite' ? findForeignFile(store.name) : undefined;
  if (file === undefined) return undefined;
  const fix = `Run: chown --reference=${dirname(file)} ${store.name}*`;
  return failed('store', `${file} belongs to another user than its folder`, fix);
}

/** Checks all pages of an SQLite file. Returns undefined if none is damaged. */
async function checkPages(context: CliContext, store: Store): Promise<CheckResult | undefined> {
  if (store.kind !== 'sqlite') return undefined;
  const damage = await showProgress(context, 'Reading the store', () => findDamage(store.name));
  return damage === undefined ? undefined : failed('store', `damaged: ${damage}`, damagedFix);
}

async function checkTables(store: Store): Promise<CheckResult> {
  await checkWritable(store);
  return ok('store', 'readable and writable');
}

/** Checks for overdue and failed deliveries. */
async function checkDeliveries(
  store: Store,
  destinations: readonly Destination[],
  now: EpochMs,
): Promise<CheckResult[]> {
  const groups = await countUndelivered(store, destinations, now);
  const results = groups.flatMap((group) => checkUndelivered(group) ?? []);
  return results.length > 0 ? results : [ok('deliveries', 'none overdue or failed')];
}

/** Time after which a delivery that still waits is reported. */
const maxWaitMs = 5 * minuteMs;

/** Returns undefined for deliveries that have not waited for long. */
function checkUndelivered(group: Undelivered): CheckResult | undefined {
  if (group.state === 'failed') return reportFailed(group);
  return group.waitingMs >= maxWaitMs ? reportWaiting(group) : undefined;
}

function reportFailed({ destination, count, isOurs }: Undelivered) {
  const detail = `failed deliveries to ${destination}: ${formatNumber(count)}`;
  const next =
    'Run "inquiries deliveries --failed" to see why, then "inquiries redeliver --failed" to send them again or "inquiries dismiss --failed" to drop them.';
  // A mailbox that refuses its acknowledgement is not a fault of the server.
  return isOurs ? failed('deliveries', detail, next) : warning('deliveries', detail, next);
}

function reportWaiting({ destination, count, waitingSince, failingCount }: Undelivered) {
  const since = toMinute(waitingSince);
  const detail = `waiting for ${destination} since ${since} UTC: ${formatNumber(count)}`;
  const next = 'Check that the server runs; "inquiries deliveries" shows the last errors.';
  return failingCount > 0
    ? failed('deliveries', detail, next)
    : warning('deliveries', detail, next);
}

/** Warns if acknowledgements are on and have reached their limit. */
async function checkAcknowledgements(
  store: Store,
  destinations: readonly Destination[],
  now: EpochMs,
): Promise<CheckResult[]> {
  if (!destinations.some(({ reaches }) => reaches === 'inquirer')) return [];
  const againAt = await findAcknowledgedAgainAt(store, toIso(now));
  if (!againAt) return [];
  const detail = `used up: ${maxAcknowledgementsPerDay} in 24 hours; inquirers get none before ${toMinute(againAt)} UTC`;
  const next =
    'See "inquiries list": in a flood, set ACKNOWLEDGE=off and restart the server. Inquiries still reach the team.';
  return [warning('acknowledge', detail, next)];
}

// One day, plus time for the copy itself. The alert BackupMissing uses the same limit.
const maxBackupAgeMs = 26 * hourMs;

/** Checks the age of the last verified backup. */
async function checkBackup(store: Store, now: EpochMs): Promise<CheckResult> {
  const backedUpAt = await readSharedTime(store, 'last-backup');
  const next =
    'Read "journalctl -u website-backup -n 20", or with Compose "docker compose logs backup". Without a backup each night, see "Backups" in docs/operate.md.';
  if (!backedUpAt) return warning('backup', 'none yet', next);
  const detail = `the last verified one is from ${toMinute(backedUpAt)} UTC`;
  const isRecent = now - Date.parse(backedUpAt) <= maxBackupAgeMs;
  return isRecent ? ok('backup', detail) : warning('backup', detail, next);
}

/** Warns while expiry is paused, because the clock may be wrong. */
async function checkClock(store: Store, now: EpochMs): Promise<CheckResult[]> {
  const pausedUntil = (await readClock(store, now))?.pausedUntil;
  if (pausedUntil === undefined || pausedUntil <= toIso(now)) return [];
  const detail = `it jumped by more than two days: no inquiry expires before ${toMinute(pausedUntil)} UTC`;
  const next =
    'Correct the clock of this machine, or wait if it is right: "date -u" shows its time.';
  return [warning('clock', detail, next)];
}
