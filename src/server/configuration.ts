import type { Logger } from 'pino';
import packageFile from '../../package.json' with { type: 'json' };
import { type Destination, getDestinations } from '../config/destinations.ts';
import { readEnvironment } from '../config/environment.ts';
import { readSettings, type Settings } from '../config/settings.ts';
import { createLog } from '../log/create-log.ts';
import type { EpochMs } from '../text/format-time.ts';
import { StartError } from './startup-messages.ts';

/** Settings, and values that follow from them. */
export interface Configuration {
  settings: Settings;
  destinations: Destination[];
  isDevelopment: boolean;
  /** True if a person reads a banner instead of log lines. */
  isInteractive: boolean;
  /** Folder to which development writes e-mails if there is no mail server. */
  mailFolder: string;
  clock: () => EpochMs;
  log: Logger;
}

/** Reads the settings. Throws `StartError` if some are invalid. */
export function readConfiguration({ isDevelopment }: { isDevelopment: boolean }): Configuration {
  const result = readSettings(readEnvironment().env, { isDevelopment });
  if (!result.ok) {
    const problems = result.problems.join('\n- ');
    throw new StartError(`The server cannot start. Correct these settings:\n- ${problems}`);
  }
  const { settings, loggable, ignored } = result;
  const log = createLog(settings.logLevel, { isDevelopment });
  const isInteractive = isDevelopment || process.stdout.isTTY;
  if (!isInteractive) {
    log.info(
      { version: packageFile.version, node: process.version, settings: loggable },
      'The server is starting',
    );
  }
  for (const { name, fix } of ignored) log.warn(`${name} has no effect. ${fix}`);
  return {
    settings,
    destinations: getDestinations(settings, { isDevelopment }),
    isDevelopment,
    isInteractive,
    mailFolder: `${settings.dataDir}/mails`,
    clock: Date.now,
    log,
  };
}
