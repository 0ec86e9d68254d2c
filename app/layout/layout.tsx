import { Outlet, ScrollRestoration, useMatches, useNavigation } from 'react-router';
import type { PageHandle } from '../page-handle.ts';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';
import { Loading } from './loading.tsx';
import { SkipLink } from './skip-link.tsx';
import { useDelayed } from './use-delayed.ts';
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
      <SkipLink />
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
