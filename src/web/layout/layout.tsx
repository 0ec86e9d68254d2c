import { useEffect, useState } from 'react';
import { Outlet, ScrollRestoration, useMatches, useNavigation } from 'react-router';
import { header } from '../../content/layout.ts';
import type { PageHandle } from '../page-handle.ts';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';
import { Loading } from './loading.tsx';
import { usePageChange } from './use-page-change.ts';

/** How long a page may load before the spinner takes its place: below it, a spinner only flickers. */
const spinnerDelayMs = 150;

export function Layout() {
  const handle = useMatches().at(-1)?.handle as PageHandle;
  const { tone } = handle;
  const isLoading = useDelayed(useNavigation().state === 'loading', spinnerDelayMs);
  usePageChange(handle);

  return (
    <>
      <a className="visually-hidden skip-link" href="#main">
        {header.skip}
      </a>
      <Header tone={tone} />
      {/* The tone is what a page fades in on. */}
      <main id="main" tabIndex={-1} className={tone}>
        {isLoading && <Loading tone={tone} />}
        {/* The page stays mounted while the next one loads: a navigation can still be cancelled. */}
        <div className="page" hidden={isLoading}>
          <Outlet />
        </div>
      </main>
      <Footer />
      <ScrollRestoration />
    </>
  );
}

/** True once `active` has been true for `delayMs`, and false as soon as it no longer is. */
function useDelayed(active: boolean, delayMs: number): boolean {
  const [isDue, setDue] = useState(false);

  useEffect(() => {
    if (!active) return;
    const timer = setTimeout(() => setDue(true), delayMs);
    return () => {
      clearTimeout(timer);
      setDue(false);
    };
  }, [active, delayMs]);

  return active && isDue;
}
