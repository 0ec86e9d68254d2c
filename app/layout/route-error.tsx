import { useEffect } from 'react';
import { useRouteError } from 'react-router';
import { mayReload, PageScriptGone, reload } from '../load-page.ts';
import { RouteErrorScreen } from './error-screen.tsx';
import { Loading } from './loading.tsx';

/** A script that is gone after a deployment is fetched anew by one reload; a bug is shown as such. */
export function RouteError() {
  const error = useRouteError();
  const isReloading = error instanceof PageScriptGone && mayReload();

  useEffect(() => {
    if (isReloading) reload();
  }, [isReloading]);

  return isReloading ? <Loading /> : <RouteErrorScreen />;
}
