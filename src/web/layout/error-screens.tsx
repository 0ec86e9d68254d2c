import { Component, type PropsWithChildren, useEffect, useState } from 'react';
import { useRouteError } from 'react-router';
import broken from '../../content/drawings/broken.svg?raw';
import { appError, routeError } from '../../content/layout.ts';
import { Drawing } from '../ui/drawing.tsx';
import { BrandName } from './brand.tsx';
import { focusTarget } from './layout.tsx';
import { Loading } from './loading.tsx';

interface ErrorScreenProps extends PropsWithChildren {
  title: string;
  text: string;
}

/** Replaces a failed page. Needs neither router nor context. */
export function ErrorScreen({ title, text, children }: ErrorScreenProps) {
  useEffect(() => {
    document.title = title;
    focusTarget();
  }, [title]);

  return (
    <main id="main" className="error-screen theme-film">
      <div className="container">
        <BrandName />
      </div>
      <div className="container error-text">
        <h1>{title}</h1>
        <p className="lede muted">{text}</p>
        {children}
      </div>
      <Drawing preserveAspectRatio="none" svg={broken} />
    </main>
  );
}

/** Catches errors outside the router, which has an error screen of its own. */
export class AppErrorBoundary extends Component<PropsWithChildren, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    return (
      <ErrorScreen {...appError}>
        <button type="button" className="button" onClick={() => location.reload()}>
          {appError.action}
        </button>
      </ErrorScreen>
    );
  }
}

/**
 * Thrown if a page's script fails to load: the browser is offline, or a deployment removed the
 * file.
 */
export class ChunkLoadError extends Error {
  override name = 'ChunkLoadError';
}

/** Minimum time between reloads: an error that comes back sooner would loop. */
const minReloadIntervalMs = 10_000;
const reloadedAtKey = 'reloadedAt';

/**
 * Reloads the requested page as a document. This recovers from an error of React, which a
 * translator or an extension can cause. It also recovers from a missing script, since the new
 * document references the current build. Shows the error screen if a reload was just tried.
 */
export function RouteError() {
  const error = useRouteError();
  const [isReloading] = useState(() => error instanceof ChunkLoadError || canReload());

  useEffect(() => {
    if (isReloading) reload();
  }, [isReloading]);

  if (isReloading) return <Loading />;
  return (
    <ErrorScreen {...routeError}>
      {/* A plain link works even if the application is broken. */}
      <a className="button" href="/">
        {routeError.action}
      </a>
    </ErrorScreen>
  );
}

/**
 * Tells if the last reload is long enough ago. Without session storage, returns false: a reload
 * could loop.
 */
function canReload(): boolean {
  try {
    const reloadedAtMs = Number(sessionStorage.getItem(reloadedAtKey));
    return Date.now() - reloadedAtMs > minReloadIntervalMs;
  } catch {
    return false;
  }
}

function reload() {
  try {
    sessionStorage.setItem(reloadedAtKey, String(Date.now()));
  } catch {
    // Without storage, this reloads only for a missing script. It cannot loop: without its scripts,
    // the new document is not hydrated.
  }
  location.reload();
}
