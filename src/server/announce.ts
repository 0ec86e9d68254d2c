import { type Destination, destinationSettings, emailSettings } from '../config/destinations.ts';
import type { Log } from '../log/limit-log.ts';
import type { Senders } from '../notifications/sender.ts';
import { readUnconfigured } from '../store/outbox/skip-unconfigured.ts';
import type { Store } from '../store/store.ts';
import type { Configuration } from './configuration.ts';

/** Prints or logs the addresses of the site and the store, and warns about missing destinations. */
export function announce(
  configuration: Configuration,
  localUrl: string,
  store: Store,
  senders: Senders,
): void {
  const { destinations, isInteractive, log } = configuration;
  if (isInteractive) {
    printBanner(configuration, localUrl, store);
  } else {
    log.info(
      { address: localUrl, store: store.name, destinations: Object.keys(senders).sort() },
      'The server is ready',
    );
  }
  warnOfMissingDestinations(destinations, log);
  void warnOfUnconfigured(store, destinations, log);
}

function printBanner({ settings, isDevelopment }: Configuration, localUrl: string, store: Store) {
  // npx runs the command in the project's folder. Elsewhere the command is installed.
  const program = process.env['npm_command'] ? 'npx inquiries' : 'inquiries';
  const dataDir = process.env['DATA_DIR'];
  const command = isDevelopment && dataDir ? `DATA_DIR=${dataDir} ${program}` : program;
  if (isDevelopment && !settings.mail) console.log(`E-mails are at    ${localUrl}/mails`);
  console.log(`The site is at    ${settings.publicUrl ?? localUrl}
Inquiries are in  ${store.name}
List them with    ${command} list`);
}

function warnOfMissingDestinations(destinations: Destination[], log: Pick<Log, 'warn'>) {
  if (destinations.length === 0) {
    log.warn(`Nobody is notified of inquiries: set ${destinationSettings}`);
    return;
  }
  if (!destinations.some(({ reaches }) => reaches === 'team'))
    log.warn(`The team gets no reminders and digests, which are e-mails: set ${emailSettings}`);
}

/** Warns about deliveries that wait for a destination whose settings were removed. */
async function warnOfUnconfigured(
  store: Store,
  destinations: Destination[],
  log: Pick<Log, 'warn' | 'error'>,
) {
  try {
    for (const { destination, count } of await readUnconfigured(store, destinations, 'waiting')) {
      const message = 'Deliveries wait for a destination that is not configured';
      log.warn({ destination, count }, message);
    }
  } catch (err) {
    log.error({ err }, 'The deliveries could not be read');
  }
}
