import type { Command } from '@commander-js/extra-typings';
import { readSettings } from '../../config/settings.ts';
import { printable } from '../../inquiry/strip-control-chars.ts';
import { readNewestArrival } from '../../store/check-store.ts';
import { examples, type CliContext } from '../context.ts';
import { getAllDestinations, getTeamDestinations } from '../destinations.ts';
import { cliErrors, toAction } from '../errors.ts';
import { toMinute } from '../output/times.ts';
import { withStore } from '../with-store.ts';
import { checkMail, checkWebhook } from './check/destinations.ts';
import { failed, type CheckResult, ok, warning } from './check/check-result.ts';
import { checkDeliveries, checkStorage, checkTables } from './check/store.ts';

export const check = (program: Command, context: CliContext) =>
  program
    .command('check')
    .description(
      'Check the settings, store, mail server, webhook, clock and deliveries. Nothing is sent.',
    )
    .option('--thorough', 'Check a store of more than 500 MB for damage too (about 6 s per GB).')
    .option('--json', 'Print the findings as a JSON object.')
    .addHelpText(
      'after',
      examples('inquiries check', 'inquiries check --json  # exit code 1 if anything failed'),
    )
    .action(
      toAction(async ({ json, thorough }) => {
        const findings: CheckResult[] = [];
        for await (const finding of runChecks(context, Boolean(thorough))) {
          findings.push(finding);
          if (!json) context.stdout.write(render(finding));
        }
        const count = findings.filter(({ result }) => result === 'failed').length;
        const all = { ok: count === 0, checks: findings };
        if (json) context.stdout.write(`${JSON.stringify(all, null, 2)}\n`);
        return count ? cliErrors.checkFailed(count) : undefined;
      }),
    );

async function* runChecks(context: CliContext, isThorough: boolean): AsyncGenerator<CheckResult> {
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
    ? ok('settings', `complete; inquiries are told by ${team.join(' and ')}`)
    : warning(
        'settings',
        'nobody is notified of new inquiries',
        'Set SMTP_URL or WEBHOOK_URL, as .env.example explains.',
      );

  // Before the store, which keeps this process too busy to notice an answer in time.
  const [mailFinding, reached] = await Promise.all([
    mail && checkMail(mail),
    webhook && checkWebhook(webhook, clock),
  ]);
  if (mailFinding) yield mailFinding;
  if (reached) yield reached.finding;

  const found: CheckResult[] = [];
  let newest: string | undefined;
  const cliError = await withStore(context, 'readable', async (store) => {
    found.push(await checkTables(store));
    found.push(...(await checkStorage(store, isThorough)));
    found.push(...(await checkDeliveries(store, getAllDestinations(read.settings), clock())));
    newest = await readNewestArrival(store);
    return undefined;
  });
  yield* found;
  if (cliError) yield failed('store', cliError.title, cliError.fix);

  yield checkClock({ now: clock(), newestArrival: newest, aheadMs: reached?.aheadMs });
}

const render = ({ name, result, detail, next }: CheckResult) =>
  `${result.padEnd(8)} ${name.padEnd(11)} ${printable(detail)}\n` +
  (next ? `${' '.repeat(21)}${printable(next)}\n` : '');

// The time another host tells has whole seconds and takes a moment to arrive.
const maxSkewMs = 30_000;
// Standard Webhooks: receivers refuse what was signed longer ago, or later than now.
const maxSignatureAgeMs = 5 * 60 * 1000;
const next = 'Set the clock of this machine, best by NTP.';

interface ClockReadings {
  /** Milliseconds since the epoch. */
  now: number;
  /** ISO 8601 in UTC. */
  newestArrival: string | undefined;
  /** How far the clock of the webhook's host is ahead of ours, in milliseconds. */
  aheadMs: number | undefined;
}

/** Whether the clock of this machine can be right, by what there is to compare it with. */
export function checkClock({ now, newestArrival, aheadMs }: ClockReadings): CheckResult {
  if (aheadMs !== undefined && Math.abs(aheadMs) > maxSkewMs) {
    const seconds = Math.round(Math.abs(aheadMs) / 1000).toLocaleString('en');
    const detail = `${seconds} s ${aheadMs > 0 ? 'behind' : 'ahead of'} the webhook's host`;
    return Math.abs(aheadMs) > maxSignatureAgeMs
      ? failed('clock', `${detail}, which refuses what we sign`, next)
      : warning('clock', detail, next);
  }
  if (newestArrival !== undefined && Date.parse(newestArrival) > now + maxSkewMs) {
    const detail = `the newest inquiry arrived at ${toMinute(newestArrival)} UTC, which is to come`;
    return warning('clock', detail, next);
  }
  const compared = aheadMs === undefined ? 'nothing to compare it with' : "as the webhook's host";
  return ok('clock', `no inquiry is of the future; ${compared}`);
}
