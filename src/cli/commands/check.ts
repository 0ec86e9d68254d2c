import type { Command } from '@commander-js/extra-typings';
import { readSettings } from '../../config/settings.ts';
import { printable } from '../../inquiry/strip-control-chars.ts';
import { newestArrival } from '../../store/check-store.ts';
import { examples, type Terminal } from '../context.ts';
import { allDestinations, teamDestinations } from '../destinations.ts';
import { problems, toAction } from '../errors.ts';
import { toMinute } from '../output/times.ts';
import { withStore } from '../with-store.ts';
import { checkMail, checkWebhook } from './check/destinations.ts';
import { failed, type Finding, ok, warning } from './check/finding.ts';
import { checkDeliveries, checkStorage, checkTables } from './check/store.ts';

export const check = (program: Command, terminal: Terminal) =>
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
        const findings: Finding[] = [];
        for await (const finding of look(terminal, Boolean(thorough))) {
          findings.push(finding);
          if (!json) terminal.stdout.write(render(finding));
        }
        const count = findings.filter(({ result }) => result === 'failed').length;
        const all = { ok: count === 0, checks: findings };
        if (json) terminal.stdout.write(`${JSON.stringify(all, null, 2)}\n`);
        return count ? problems.checkFailed(count) : undefined;
      }),
    );

async function* look(terminal: Terminal, isThorough: boolean): AsyncGenerator<Finding> {
  const read = readSettings(terminal.env);
  if (!read.ok) {
    const { fix } = problems.badSettings(read.problems);
    yield* read.problems.map((text) => failed('settings', text, fix));
    return;
  }
  const { mail, webhook } = read.settings;
  const { clock } = terminal;
  const team = teamDestinations(read.settings);
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

  const found: Finding[] = [];
  let newest: string | undefined;
  const problem = await withStore(terminal, 'readable', async (store) => {
    found.push(await checkTables(store));
    found.push(...(await checkStorage(store, isThorough)));
    found.push(...(await checkDeliveries(store, allDestinations(read.settings), clock())));
    newest = await newestArrival(store);
    return undefined;
  });
  yield* found;
  if (problem) yield failed('store', problem.title, problem.fix);

  yield checkClock({ now: clock(), newestArrival: newest, aheadMs: reached?.aheadMs });
}

const render = ({ name, result, detail, next }: Finding) =>
  `${result.padEnd(8)} ${name.padEnd(11)} ${printable(detail)}\n` +
  (next ? `${' '.repeat(21)}${printable(next)}\n` : '');

// The time another host tells has whole seconds and takes a moment to arrive.
const toleratedMs = 30_000;
// Standard Webhooks: receivers refuse what was signed longer ago, or later than now.
const refusedMs = 5 * 60 * 1000;
const next = 'Set the clock of this machine, best by NTP.';

interface ClockEvidence {
  /** Milliseconds since the epoch. */
  now: number;
  /** ISO 8601 in UTC. */
  newestArrival: string | undefined;
  /** How far the clock of the webhook's host is ahead of ours, in milliseconds. */
  aheadMs: number | undefined;
}

/** Whether the clock of this machine can be right, by what there is to compare it with. */
export function checkClock({ now, newestArrival, aheadMs }: ClockEvidence): Finding {
  if (aheadMs !== undefined && Math.abs(aheadMs) > toleratedMs) {
    const seconds = Math.round(Math.abs(aheadMs) / 1000).toLocaleString('en');
    const detail = `${seconds} s ${aheadMs > 0 ? 'behind' : 'ahead of'} the webhook's host`;
    return Math.abs(aheadMs) > refusedMs
      ? failed('clock', `${detail}, which refuses what we sign`, next)
      : warning('clock', detail, next);
  }
  if (newestArrival !== undefined && Date.parse(newestArrival) > now + toleratedMs) {
    const detail = `the newest inquiry arrived at ${toMinute(newestArrival)} UTC, which is to come`;
    return warning('clock', detail, next);
  }
  const compared = aheadMs === undefined ? 'nothing to compare it with' : "as the webhook's host";
  return ok('clock', `no inquiry is of the future; ${compared}`);
}
