import type { Hono } from 'hono';
import { createActionLinkHandler } from '../action-links/action-link-handler.ts';
import { getTeamNames } from '../config/destinations.ts';
import type { LinkSecrets } from '../config/setting-values.ts';
import { createApp } from '../http/app.ts';
import { createPostHandler } from '../http/contact/handle-post.ts';
import { limitLog } from '../log/limit-log.ts';
import type { Store } from '../store/store.ts';
import type { StoreUnavailable } from '../store/store-errors.ts';
import { createUnavailableStore } from '../store/unavailable-store.ts';
import type { Configuration } from './configuration.ts';
import type { ListeningServer } from './listen.ts';

interface AppParts {
  store: Store;
  /** Undefined: there are no action links. */
  linkSecrets: LinkSecrets | undefined;
  wakeDeliveries: () => void;
}

/** Creates the application for while the store cannot be opened: requests that need it get 503. */
export function createSiteAppWithoutStore(
  configuration: Configuration,
  listeningServer: ListeningServer,
  cause: StoreUnavailable,
): Hono {
  const { store, linkSecrets } = configuration.settings;
  return createSiteApp(configuration, listeningServer, {
    store: createUnavailableStore(store.kind, cause),
    linkSecrets,
    wakeDeliveries: () => undefined,
  });
}

/**
 * Creates the application. It handles requests that need the store, and pages that are not cached.
 */
export function createSiteApp(
  { settings, destinations, clock, log }: Configuration,
  { site, postLimits, metrics }: ListeningServer,
  { store, linkSecrets: secrets, wakeDeliveries }: AppParts,
): Hono {
  const { publicUrl, trustedHops } = settings;
  const { firm, getPages } = site;
  const changeContext = { store, clock, destinations, wakeDeliveries };
  const acknowledgementLog = limitLog(log, { maxLines: 1 });
  const handlePost = createPostHandler({
    receiveDependencies: { ...changeContext, acknowledgementLog },
    log,
    limits: postLimits,
    trustedHops,
    metrics,
    locale: firm.locale,
  });
  const linkOptions = {
    ...changeContext,
    log,
    publicUrl,
    getPages,
    teamNames: getTeamNames(settings),
  };
  const actionLinks = secrets && createActionLinkHandler({ ...linkOptions, secrets });
  return createApp({ site, handlePost, actionLinks, publicUrl, clock, log });
}
