import { setTimeout as sleep } from 'node:timers/promises';
import { openStore } from '../store/open-store.ts';
import type { Store } from '../store/store.ts';
import { getStoreFix, mayOpenLater, StoreUnavailable } from '../store/store-errors.ts';
import type { Configuration } from './configuration.ts';
import type { ListeningServer } from './listen.ts';
import { createSiteAppWithoutStore } from './site-app.ts';
import { describeStoreError, StartError } from './startup-messages.ts';

/**
 * Time for which requests wait for the store. Shorter than timeouts of proxies and Node, which are
 * at least 30 s.
 */
const openingMs = 8000;
/** Time between attempts to open a store that may open later. */
const reopenMs = 2000;

/**
 * Opens the store. Retries while its database is down, its disk takes no writes, or its files are
 * damaged or belong to another user. Meanwhile, or while a migration takes long, requests that need
 * the store get 503. Throws `StartError` if the store cannot be opened for another reason.
 */
export async function openStoreWhenUp(
  configuration: Configuration,
  listeningServer: ListeningServer,
): Promise<Store> {
  const { settings, log } = configuration;
  const slowOpening = setTimeout(() => {
    log.info('The store is still opening or migrating: requests that need it get 503');
    const cause = new StoreUnavailable('The store is opening');
    listeningServer.serve(createSiteAppWithoutStore(configuration, listeningServer, cause));
  }, openingMs);
  let reportedFix = '';
  for (;;) {
    try {
      const store = await openStore(settings.store);
      clearTimeout(slowOpening);
      return store;
    } catch (error) {
      if (!mayOpenLater(error))
        throw new StartError(describeStoreError(error as Error, settings.store));
      clearTimeout(slowOpening);
      const fix = getStoreFix(error, settings.store.kind);
      // Again if another remedy is needed, such as for damage in files that are now this user's.
      if (fix !== reportedFix) reportClosed(configuration, listeningServer, error, fix);
      reportedFix = fix;
    }
    await sleep(reopenMs);
  }
}

/** Makes the form respond with 503 and its e-mail, reports not ready, and logs the remedy. */
function reportClosed(
  configuration: Configuration,
  listeningServer: ListeningServer,
  error: StoreUnavailable,
  fix: string,
) {
  const cause = new StoreUnavailable(error.message, { cause: error, fix });
  configuration.log.error({ err: cause }, 'The store cannot be opened yet: the server tries again');
  listeningServer.serve(createSiteAppWithoutStore(configuration, listeningServer, cause));
  listeningServer.readiness.start(() => Promise.reject(cause));
}
