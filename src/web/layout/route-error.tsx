import { useEffect } from 'react';
import { useLocation, useNavigate, useRouteError } from 'react-router';
import { routeError } from '../../content/layout.ts';
import { ErrorScreen } from './error-screen.tsx';
import { Loading } from './loading.tsx';
import { focusHeading } from './use-page-change.ts';

/** A page's script could not be loaded: offline, or after a deployment that removed the file. */
export class PageScriptGone extends Error {
  override name = 'PageScriptGone';
  /** At the time of the failure. */
  readonly isOffline = !navigator.onLine;
}

/**
 * A bug is shown as such. A script that is gone after a deployment is cured by a reload: the fresh
 * document names the scripts of today's build. That can't loop, because a document whose scripts
 * are missing is never taken over. Offline the browser's own error would take the site's place.
 */
export function RouteError() {
  const error = useRouteError();
  const isScriptGone = error instanceof PageScriptGone;
  const isReloading = isScriptGone && !error.isOffline;

  useEffect(() => {
    if (isReloading) location.reload();
  }, [isReloading]);
  // Moves focus after a retry: to this screen's heading again, or to that of the page in its place.
  useEffect(() => focusHeading, [error]);

  if (isReloading) return <Loading />;
  return isScriptGone ? <OfflineScreen /> : <RouteErrorScreen />;
}

/** Its link is a plain one: the application that would follow it may be broken. */
function RouteErrorScreen() {
  return (
    <ErrorScreen title={routeError.title}>
      <a className="button" href="/">
        {routeError.action}
      </a>
    </ErrorScreen>
  );
}

/** Repeats the navigation that failed. A reload would lose the site if the network is still gone. */
function OfflineScreen() {
  const { text, action } = routeError.offline;
  const current = useLocation();
  const navigate = useNavigate();
  const retry = () => void navigate(current, { replace: true });
  return (
    <ErrorScreen title={routeError.title} text={text}>
      <button type="button" className="button" onClick={retry}>
        {action}
      </button>
    </ErrorScreen>
  );
}
