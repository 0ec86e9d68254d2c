import type { Command } from '@commander-js/extra-typings';
import { createActionLinkSigner } from '../../action-links/signed-links.ts';
import { isLoopbackHost } from '../../config/setting-values.ts';
import { readSettings } from '../../config/settings.ts';
import { stripControlChars } from '../../inquiry/normalize-text.ts';
import { destinationSettings, getDestinations } from '../../notifications/destinations.ts';
import { examples, type CliContext } from '../context.ts';
import { badSettings, CliError } from '../errors.ts';
import { formatJson } from '../output/format.ts';
import { withStore } from '../with-store.ts';
import { failed, type CheckResult, ok, skipped, warning } from './check/check-result.ts';
import { checkConnection, sendTest } from './check/destinations.ts';
import {
  checkBackup,
  checkClock,
  checkDeliveries,
  checkDisk,
  checkTables,
  examine,
} from './check/store.ts';

export const check = (program: Command, context: CliContext) =>
  program
    .command('check')
    .description(
      'Check the settings, store, mail server, webhook, deliveries and backups. Sends nothing without --send.',
    )
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
    .action(async ({ json, send }) => {
      const results: CheckResult[] = [];
      for await (const result of runChecks(context, Boolean(send))) {
        results.push(result);
        if (!json) context.stdout.write(render(result));
      }
      const failedCount = results.filter(({ result }) => result === 'failed').length;
      const report = { ok: failedCount === 0, checks: results };
      if (json) context.stdout.write(formatJson(report));
      if (failedCount === 0) return;
      throw new CliError(
        'CHECK_FAILED',
        `${failedCount === 1 ? 'One check' : `${failedCount} checks`} failed.`,
        'Follow the advice after "failed", then run "inquiries check" again.',
      );
    });

async function* runChecks(context: CliContext, isSending: boolean): AsyncGenerator<CheckResult> {
  const read = readSettings(context.env);
  if (!read.ok) {
    const { fix } = badSettings(read.problems);
    yield* read.problems.map((text) => failed('settings', text, fix));
    return;
  }
  const { clock } = context;
  const configured = getDestinations(read.settings);
  const names = configured.map(({ name }) => name);
  yield configured.length
    ? ok('settings', `complete; the team is notified by ${names.join(' and ')}`)
    : warning(
        'settings',
        'nobody is notified of new inquiries',
        `Set ${destinationSettings}, as .env.example explains.`,
      );
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
  yield* await Promise.all(configured.map(checkConnection));

  const { linkSecrets } = read.settings;
  const links = linkSecrets && createActionLinkSigner(linkSecrets, () => publicUrl ?? '');
  if (isSending) yield* await Promise.all(configured.map((one) => sendTest(one, { clock, links })));

  const location = read.settings.store;
  if ('file' in location) yield* checkDisk(location.file);
  const destinations = [...names, ...(read.settings.acknowledge ? ['inquirer'] : [])];
  yield* await withStore(context, 'current', async (store) => [
    ...(await examine('store', store, () => checkTables(store))),
    ...(await examine('deliveries', store, () => checkDeliveries(store, destinations, clock()))),
    ...(await examine('backup', store, () => checkBackup(store, clock()))),
    ...(await examine('clock', store, () => checkClock(store, clock()))),
  ]).catch((error: unknown) => {
    if (!(error instanceof CliError)) throw error;
    const unopened = failed('store', error.message, error.fix);
    return [unopened, skipped('deliveries', 'the store cannot be opened')];
  });
}

const render = ({ name, result, detail, next }: CheckResult) =>
  `${result.padEnd(8)} ${name.padEnd(11)} ${stripControlChars(detail)}\n` +
  (next ? `${' '.repeat(21)}${stripControlChars(next)}\n` : '');
