import type { Command } from '@commander-js/extra-typings';
import { isLoopbackHost } from '../../config/setting-values.ts';
import { readSettings } from '../../config/settings.ts';
import { firm } from '../../content/firm.ts';
import { stripControlChars } from '../../inquiry/normalize-text.ts';
import { endOfHolidays } from '../../notifications/schedule/digest-times.ts';
import { readNewestArrival } from '../../store/check-store.ts';
import { examples, type CliContext } from '../context.ts';
import { getAllDestinations, getTeamDestinations } from '../destinations.ts';
import { cliErrors, toAction } from '../errors.ts';
import { toMinute } from '../output/format.ts';
import { withStore } from '../with-store.ts';
import { failed, type CheckResult, ok, skipped, warning } from './check/check-result.ts';
import { checkMail, checkWebhook } from './check/connections.ts';
import { sendTests } from './check/send-tests.ts';
import { checkStorage } from './check/storage.ts';
import { checkDeliveries, checkTables, examine } from './check/store.ts';

export const check = (program: Command, context: CliContext) =>
  program
    .command('check')
    .description(
      'Check the settings, store, mail server, webhook, clock and deliveries. Sends nothing without --send.',
    )
    .option('--thorough', 'Check a store of more than 500 MB for damage too (about 6 s per GB).')
    .option('--send', 'Send a test e-mail to the team and a test event to the webhook.')
    .option('--json', 'Print the results as a JSON object.')
    .addHelpText(
      'after',
      examples(
        'inquiries check',
        'inquiries check --send  # after each change of the mail server or webhook',
        'inquiries check --json  # exit code 1 if anything failed',
      ),
    )
    .action(
      toAction(async ({ json, send, thorough }) => {
        const results: CheckResult[] = [];
        for await (const result of runChecks(context, {
          isThorough: Boolean(thorough),
          isSending: Boolean(send),
        })) {
          results.push(result);
          if (!json) context.stdout.write(render(result));
        }
        const failedCount = results.filter(({ result }) => result === 'failed').length;
        const report = { ok: failedCount === 0, checks: results };
        if (json) context.stdout.write(`${JSON.stringify(report, null, 2)}\n`);
        return failedCount ? cliErrors.checkFailed(failedCount) : undefined;
      }),
    );

async function* runChecks(
  context: CliContext,
  { isThorough, isSending }: { isThorough: boolean; isSending: boolean },
): AsyncGenerator<CheckResult> {
  const read = readSettings(context.env);
  if (!read.ok) {
    const { fix } = cliErrors.badSettings(read.problems);
    yield* read.problems.map((text) => failed('settings', text, fix));
    return;
  }
  const { mail, webhook } = read.settings;
  const { clock } = context;
  const team = getTeamDestinations(read.settings);
  yield team.length
    ? ok('settings', `complete; the team is notified by ${team.join(' and ')}`)
    : warning(
        'settings',
        'nobody is notified of new inquiries',
        'Set SMTP_URL or WEBHOOK_URL, as .env.example explains.',
      );
  const holidayYear = mail && endOfHolidays(twoMonthsAfter(clock()), firm.holidays);
  if (holidayYear) {
    yield warning(
      'holidays',
      `they end in ${holidayYear}: after that, digests come on holidays, too`,
      'Add the next ones to src/content/firm.ts, then build and restart the server.',
    );
  }
  const { publicUrl, host, trustedHops, rateLimits } = read.settings;
  if (
    publicUrl?.startsWith('https:') &&
    isLoopbackHost(host) &&
    !trustedHops &&
    rateLimits.length
  ) {
    yield failed(
      'proxy',
      'TRUST_PROXY is 0 behind the proxy of PUBLIC_URL: all visitors share one rate limit',
      'Set TRUST_PROXY to the number of proxies that append to X-Forwarded-For, such as 1.',
    );
  }

  // Before the store, whose synchronous checks would delay responses past their timeouts.
  const [mailResult, webhookResult] = await Promise.all([
    mail && checkMail(mail),
    webhook && checkWebhook(webhook, clock),
  ]);
  if (mailResult) yield mailResult;
  if (webhookResult) yield webhookResult.result;

  if (isSending) yield* await sendTests(read.settings, clock);

  // Before the tables, so that what keeps them from being read is reported, too.
  yield* await checkStorage(read.settings.store, isThorough);

  const storeResults: CheckResult[] = [];
  let newestArrival: ClockReadings['newestArrival'] = null;
  const cliError = await withStore(context, 'readable', async (store) => {
    const destinations = getAllDestinations(read.settings);
    storeResults.push(
      ...(await examine('store', store, () => checkTables(store))),
      ...(await examine('deliveries', store, () => checkDeliveries(store, destinations, clock()))),
    );
    newestArrival = await readNewestArrival(store).catch(() => null);
    return undefined;
  });
  yield* storeResults;
  if (cliError) {
    yield failed('store', cliError.title, cliError.fix);
    yield skipped('deliveries', 'the store cannot be opened');
  }

  yield checkClock({ now: clock(), newestArrival, aheadMs: webhookResult?.aheadMs });
}

const render = ({ name, result, detail, next }: CheckResult) =>
  `${result.padEnd(8)} ${name.padEnd(11)} ${stripControlChars(detail)}\n` +
  (next ? `${' '.repeat(21)}${stripControlChars(next)}\n` : '');

const twoMonthsAfter = (ms: number) =>
  Temporal.Instant.fromEpochMilliseconds(ms)
    .toZonedDateTimeISO(firm.timeZone)
    .toPlainDate()
    .add({ months: 2 })
    .toString();

// The Date header has whole seconds and takes time to arrive.
const maxSkewMs = 30_000;
// Standard Webhooks: receivers reject timestamps that differ by more.
const maxSignatureAgeMs = 5 * 60 * 1000;
const next = 'Set the clock of this machine, preferably by NTP.';

interface ClockReadings {
  /** Milliseconds since the epoch. */
  now: number;
  /** ISO 8601 in UTC; undefined without inquiries, null if unreadable. */
  newestArrival: string | undefined | null;
  /** Clock of the webhook's host minus ours, in milliseconds. */
  aheadMs: number | undefined;
}

/** Compares this machine's clock with the webhook's host and the newest inquiry. */
export function checkClock({ now, newestArrival, aheadMs }: ClockReadings): CheckResult {
  if (aheadMs !== undefined && Math.abs(aheadMs) > maxSkewMs) {
    const seconds = Math.round(Math.abs(aheadMs) / 1000).toLocaleString('en');
    const detail = `${seconds} s ${aheadMs > 0 ? 'behind' : 'ahead of'} the webhook's host`;
    return Math.abs(aheadMs) > maxSignatureAgeMs
      ? failed('clock', `${detail}, which rejects our signatures`, next)
      : warning('clock', detail, next);
  }
  if (newestArrival && Date.parse(newestArrival) > now + maxSkewMs) {
    const detail = `the newest inquiry arrived in the future, at ${toMinute(newestArrival)} UTC`;
    return warning('clock', detail, next);
  }
  if (newestArrival === null && aheadMs === undefined) {
    return skipped('clock', 'there is no other clock, and the newest inquiry cannot be read');
  }
  const compared =
    aheadMs === undefined ? 'no other clock to compare with' : "matches the webhook's host";
  return ok('clock', newestArrival === null ? compared : `no inquiry from the future; ${compared}`);
}
