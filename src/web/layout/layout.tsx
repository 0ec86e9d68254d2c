import { useEffect, useState } from 'react';
import { Outlet, ScrollRestoration, useMatches, useNavigation } from 'react-router';
import { header } from '../../content/layout.ts';
import type { PageHandle } from '../page-handle.ts';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';
import { Loading } from './loading.tsx';
import { usePageChange } from './use-page-change.ts';

/** Delay before the spinner, which would flicker for faster loads. */
const spinnerDelayMs = 150;

export function Layout() {
  const handle = useMatches().at(-1)?.handle as PageHandle;
  const { headerTheme } = handle;
  const isLoading = useDelayed(useNavigation().state === 'loading', spinnerDelayMs);
  usePageChange(handle);

  return (
    <>
      <a className="visually-hidden skip-link" href="#main">
        {header.skip}
      </a>
      <Header headerTheme={headerTheme} />
      {/* The theme is the background while a page fades in. */}
      <main id="main" tabIndex={-1} className={`theme-${headerTheme}`}>
        {isLoading && <Loading headerTheme={headerTheme} />}
        {/* Keep the page mounted, since the navigation can still be cancelled. */}
        <div className="page" hidden={isLoading}>
          <Outlet />
        </div>
      </main>
      <Footer />
      <ScrollRestoration />
    </>
  );
}

/** Returns true once `isActive` has been true for `delayMs`, and false as soon as it no longer is. */
function useDelayed(isActive: boolean, delayMs: number): boolean {
  const [hasDelayPassed, setDelayPassed] = useState(false);

  useEffect(() => {
    if (!isActive) return;
    const timer = setTimeout(() => setDelayPassed(true), delayMs);
    return () => {
      clearTimeout(timer);
      setDelayPassed(false);
    };
  }, [isActive, delayMs]);

  return isActive && hasDelayPassed;
}
