import { createActionLinkSigner } from '../action-links/signed-links.ts';
import type { LinkSecrets } from '../config/setting-values.ts';
import { getOfficeHours } from '../inquiry/office-hours.ts';
import type { Loop } from '../jobs/run-loop.ts';
import { startMaintenance } from '../maintenance/maintenance-job.ts';
import { createDevelopmentSenders, createSenders } from '../notifications/create-senders.ts';
import {
  type DeliveryWorkers,
  startDeliveryWorkers,
} from '../notifications/deliveries/delivery-workers.ts';
import { startSchedule } from '../notifications/schedule/schedule.ts';
import type { Senders } from '../notifications/sender.ts';
import { readOrCreateSecret } from '../store/shared-values.ts';
import type { Store } from '../store/store.ts';
import type { Configuration } from './configuration.ts';
import type { ListeningServer } from './listen.ts';

/** Senders, with the secrets of the links in their e-mails. */
export interface LinkedSenders {
  /** Undefined: there are no action links. */
  linkSecrets: LinkSecrets | undefined;
  senders: Senders;
}

/** Creates the senders of all destinations. Loads modules that only senders need. */
export async function createLinkedSenders(
  { settings, isDevelopment, mailFolder, clock }: Configuration,
  { site, localUrl }: ListeningServer,
  store: Store,
): Promise<LinkedSenders> {
  const linkSecrets =
    settings.linkSecrets ?? (isDevelopment ? await readDevelopmentSecrets(store) : undefined);
  const origin = settings.publicUrl ?? localUrl;
  const links = linkSecrets && createActionLinkSigner(linkSecrets, () => origin);
  const options = { clock, links, firm: site.firm };
  const senders = isDevelopment
    ? await createDevelopmentSenders(settings, options, mailFolder)
    : await createSenders(settings, options);
  return { linkSecrets, senders };
}

/** Reads the key of links in development, which is stored so that links survive a restart. */
async function readDevelopmentSecrets(store: Store): Promise<LinkSecrets> {
  const secret = await readOrCreateSecret(store, 'link-secret');
  return [secret.toString('base64url')];
}

/** Jobs that use the store, besides requests. */
export interface Jobs {
  deliveries: DeliveryWorkers;
  schedule: Loop;
  maintenance: Loop;
}

/** Starts deliveries, schedule and maintenance. */
export function startJobs(
  { settings, destinations, clock, log }: Configuration,
  { site }: ListeningServer,
  store: Store,
  senders: Senders,
): Jobs {
  const { firm } = site;
  const options = { store, destinations, clock, log };
  const officeHours = getOfficeHours(firm);
  const deliveries = startDeliveryWorkers({ ...options, officeHours, senders });
  const schedule = startSchedule({ ...options, officeHours, wakeDeliveries: deliveries.wake });
  const { timeZone } = firm;
  const maintenance = startMaintenance({ ...options, timeZone, months: settings.retentionMonths });
  return { deliveries, schedule, maintenance };
}

/** Stops the jobs. Deliveries in progress have `drainMs` to finish. */
export async function stopJobs(jobs: Jobs, drainMs: number): Promise<void> {
  const { deliveries, schedule, maintenance } = jobs;
  await Promise.all([schedule.stop(), maintenance.stop(), deliveries.stop(drainMs)]);
}
