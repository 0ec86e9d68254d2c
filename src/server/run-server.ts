import { findFailedChecks } from '../http/lifecycle/failed-checks.ts';
import { announce } from './announce.ts';
import { readConfiguration } from './configuration.ts';
import { createLinkedSenders, startJobs } from './jobs.ts';
import { listen } from './listen.ts';
import { openStoreWhenUp } from './open-store-when-up.ts';
import { stopOnSignals } from './shutdown.ts';
import { createSiteApp } from './site-app.ts';
import { watchStandstill } from './watch-standstill.ts';

/** Starts the server, which runs until a signal. Throws `StartError` if it cannot start. */
export async function runServer(options: { isDevelopment: boolean }): Promise<void> {
  const configuration = readConfiguration(options);
  // Listen before opening the store, because a server that cannot listen must not change the store.
  const listeningServer = await listen(configuration);
  const shutdown = stopOnSignals(configuration, listeningServer);
  const store = await openStoreWhenUp(configuration, listeningServer);
  listeningServer.setStore(store);
  const { linkSecrets, senders } = await createLinkedSenders(configuration, listeningServer, store);
  if (shutdown.hasBegun()) return;
  const jobs = startJobs(configuration, listeningServer, store, senders);
  shutdown.setRunning({ store, jobs });
  const parts = { store, linkSecrets, wakeDeliveries: jobs.deliveries.wake };
  listeningServer.serve(createSiteApp(configuration, listeningServer, parts));
  listeningServer.readiness.start(() => findFailedChecks(store));
  announce(configuration, listeningServer.localUrl, store, senders);
  // Only for services: the machine of a person sleeps each night.
  if (!configuration.isInteractive) watchStandstill(configuration.log);
}
