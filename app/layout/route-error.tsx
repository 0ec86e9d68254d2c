import { useEffect } from 'react';
import { useRouteError } from 'react-router';
import { PageScriptGone } from '../load-page.ts';
import { RouteErrorScreen } from './error-screen.tsx';
import { Loading } from './loading.tsx';

/**
 * A bug is shown as such. A script that is gone after a deployment is cured by a reload: the fresh
 * document names the scripts of today's build. That can't loop, because a document whose scripts
 * are missing is never taken over. Offline the browser's own error would take the site's place.
 */
export function RouteError() {
  const error = useRouteError();
  const isReloading = error instanceof PageScriptGone && navigator.onLine;

  useEffect(() => {
    if (isReloading) location.reload();
  }, [isReloading]);

  return isReloading ? <Loading /> : <RouteErrorScreen />;
}
