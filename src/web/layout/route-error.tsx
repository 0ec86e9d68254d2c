import { useEffect } from 'react';
import { useLocation, useNavigate, useRouteError } from 'react-router';
import { routeError } from '../../content/layout.ts';
import { ErrorScreen } from './error-screen.tsx';
import { Loading } from './loading.tsx';
import { focusHeading } from './use-page-change.ts';

/** Thrown if a page's script fails to load: offline, or after a deployment removed the file. */
export class ChunkLoadError extends Error {
  override name = 'ChunkLoadError';
  readonly isOffline = !navigator.onLine;
}

/**
 * Shows an error screen for bugs. Reloads if a script is missing after a deployment: the new document
 * references the current build. That cannot loop, because a document without its scripts is not
 * hydrated. Offline, a reload would show the browser's error page, so it offers a retry instead.
 */
export function RouteError() {
  const error = useRouteError();
  const isChunkLoadError = error instanceof ChunkLoadError;
  const isReloading = isChunkLoadError && !error.isOffline;

  useEffect(() => {
    if (isReloading) location.reload();
  }, [isReloading]);
  // Focus the heading of this screen or of the page that replaces it after a retry.
  useEffect(() => focusHeading, [error]);

  if (isReloading) return <Loading />;
  return isChunkLoadError ? <OfflineScreen /> : <RouteErrorScreen />;
}

/** Uses a plain link, which works if the application is broken. */
function RouteErrorScreen() {
  return (
    <ErrorScreen title={routeError.title}>
      <a className="button" href="/">
        {routeError.action}
      </a>
    </ErrorScreen>
  );
}

/** Retries the failed navigation without a reload, which would lose the site while offline. */
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
