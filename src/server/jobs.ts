import { createActionLinkSigner } from '../action-links/signed-links.ts';
import type { LinkSecrets } from '../config/setting-values.ts';
import { getOfficeHours } from '../inquiry/office-hours.ts';
import type { Loop } from '../jobs/run-loop.ts';
import { createDevelopmentSenders, createSenders } from '../notifications/create-senders.ts';
import {
  type DeliveryWorkers,
  startDeliveryWorkers,
} from '../notifications/deliveries/delivery-workers.ts';
import { startSchedule } from '../notifications/schedule/schedule.ts';
import type { Senders } from '../notifications/sender.ts';
import { startMaintenance } from '../maintenance/maintenance-job.ts';
import { readOrCreateSecret } from '../store/shared-values.ts';
import type { Store } from '../store/store.ts';
import type { Configuration } from './configuration.ts';
import type { ListeningServer } from './listen.ts';

/** The jobs that work on the store besides requests. */
export interface Jobs {
  /** Undefined: there are no action links. */
  linkSecrets: LinkSecrets | undefined;
  senders: Senders;
  deliveries: DeliveryWorkers;
  schedule: Loop;
  maintenance: Loop;
}

/** Starts deliveries, schedule and maintenance. */
export async function startJobs(
  configuration: Configuration,
  { site, localUrl }: ListeningServer,
  store: Store,
): Promise<Jobs> {
  const { settings, destinations, isDevelopment, mailFolder, clock, log } = configuration;
  const { firm } = site;
  const linkSecrets =
    settings.linkSecrets ?? (isDevelopment ? await readDevelopmentSecrets(store) : undefined);
  const origin = settings.publicUrl ?? localUrl;
  const links = linkSecrets && createActionLinkSigner(linkSecrets, () => origin);
  const senderOptions = { clock, links, firm };
  const senders = isDevelopment
    ? await createDevelopmentSenders(settings, senderOptions, mailFolder)
    : await createSenders(settings, senderOptions);

  const jobOptions = { store, destinations, clock, log };
  const officeHours = getOfficeHours(firm);
  const deliveries = startDeliveryWorkers({ ...jobOptions, officeHours, senders });
  const schedule = startSchedule({ ...jobOptions, officeHours, wakeDeliveries: deliveries.wake });
  const { timeZone } = firm;
  const maintenance = startMaintenance({
    ...jobOptions,
    timeZone,
    months: settings.retentionMonths,
  });
  return { linkSecrets, senders, deliveries, schedule, maintenance };
}

/** Reads the key of links in development: stored, so that links survive a restart. */
async function readDevelopmentSecrets(store: Store): Promise<LinkSecrets> {
  const secret = await readOrCreateSecret(store, 'link-secret');
  return [secret.toString('base64url')];
}

/** Ends the jobs. Deliveries in progress have `drainMs` to end. */
export async function stopJobs(jobs: Jobs, drainMs: number): Promise<void> {
  const { deliveries, schedule, maintenance } = jobs;
  await Promise.all([schedule.stop(), maintenance.stop(), deliveries.stop(drainMs)]);
}
