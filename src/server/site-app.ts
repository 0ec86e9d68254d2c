import type { Hono } from 'hono';
import { createActionLinkHandler } from '../action-links/action-link-handler.ts';
import { getTeamNames } from '../config/destinations.ts';
import type { LinkSecrets } from '../config/setting-values.ts';
import { createApp } from '../http/app.ts';
import { createPostHandler } from '../http/contact/handle-post.ts';
import { limitLog } from '../jobs/limit-log.ts';
import type { Store } from '../store/store.ts';
import { createUnavailableStore } from '../store/unavailable-store.ts';
import type { StoreUnavailable } from '../store/store-errors.ts';
import type { Configuration } from './configuration.ts';
import type { ListeningServer } from './listen.ts';

interface AppParts {
  store: Store;
  /** Undefined: there are no action links. */
  linkSecrets: LinkSecrets | undefined;
  wakeDeliveries: () => void;
}

/** Serves what needs the store. */
export function serveApp(
  configuration: Configuration,
  listening: ListeningServer,
  parts: AppParts,
): void {
  listening.setApp(createSiteApp(configuration, listening, parts));
}

/** Answers what needs the store with 503. */
export function serveWithoutStore(
  configuration: Configuration,
  listening: ListeningServer,
  cause: StoreUnavailable,
): void {
  serveApp(configuration, listening, {
    store: createUnavailableStore(cause),
    linkSecrets: configuration.settings.linkSecrets,
    wakeDeliveries: () => undefined,
  });
}

function createSiteApp(
  { settings, destinations, clock, log }: Configuration,
  { site, postLimits, metrics }: ListeningServer,
  { store, linkSecrets: secrets, wakeDeliveries }: AppParts,
): Hono {
  const { publicUrl, trustedHops } = settings;
  const { firm, getPages } = site;
  const changing = { store, clock, destinations, wakeDeliveries };
  const acknowledgementLog = limitLog(log, { maxLines: 1 });
  const handlePost = createPostHandler({
    receiving: { ...changing, acknowledgementLog },
    log,
    limits: postLimits,
    trustedHops,
    metrics,
    locale: firm.locale,
  });
  const linkOptions = { ...changing, log, publicUrl, getPages, teamNames: getTeamNames(settings) };
  const actionLinks = secrets && createActionLinkHandler({ ...linkOptions, secrets });
  return createApp({ site, handlePost, actionLinks, publicUrl, clock, log });
}
