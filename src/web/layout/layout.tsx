import { useEffect, useLayoutEffect, useRef } from 'react';
import { Outlet, ScrollRestoration, useLocation, useMatches, useNavigation } from 'react-router';
import { header } from '../../content/layout.ts';
import { themeColors } from '../../content/theme-colors.ts';
import type { PageHandle } from '../routes.ts';
import { useDelayed } from '../ui/use-delayed.ts';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';
import { Loading } from './loading.tsx';

/** Delay before the spinner, which would flicker on faster loads. */
const spinnerDelayMs = 150;

export function Layout() {
  const handle = useMatches().at(-1)?.handle as PageHandle;
  const { headerTheme } = handle;
  const { pathname } = useLocation();
  const isLoading = useDelayed(useNavigation().state === 'loading', spinnerDelayMs);
  usePageChange(handle);

  return (
    <>
      <a className="visually-hidden skip-link" href="#main">
        {header.skip}
      </a>
      <Header headerTheme={headerTheme} />
      {/* The background while a page fades in. */}
      <main id="main" tabIndex={-1} className={`theme-${headerTheme}`}>
        {isLoading && <Loading headerTheme={headerTheme} />}
        {/* Keeps the page mounted, because the navigation may still be cancelled. The key replaces
            the whole element: translators and extensions move its contents. */}
        <div className="page" key={pathname} hidden={isLoading}>
          <Outlet />
        </div>
      </main>
      <Footer {...handle} />
      <ScrollRestoration />
    </>
  );
}

/** Values of --fast and --ease. */
const fadeTiming = { duration: 180, easing: 'cubic-bezier(0.2, 0.7, 0.2, 1)' };

/**
 * After a client navigation, updates the head, fades the page in, and focuses its heading or
 * target.
 */
function usePageChange({ meta, outcomeTitles, headerTheme, isNotFound }: PageHandle) {
  const { title, description } = meta;
  const location = useLocation();
  const previous = useRef(location);

  useEffect(() => {
    if (!outcomeTitles?.includes(document.title)) document.title = title;
    setContent('meta[name=description]', description);
    setContent('meta[name=theme-color][media*=light]', themeColors[headerTheme].light);
    setContent('meta[name=theme-color][media*=dark]', themeColors[headerTheme].dark);
  }, [title, description, outcomeTitles, headerTheme]);

  useLayoutEffect(() => {
    const { current } = previous;
    if (current === location) return;
    previous.current = location;
    focusTarget(location.hash);
    if (current.pathname === location.pathname) return;
    replaceIndexingTag(location.pathname, isNotFound);
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    // A view transition would be slower: capturing the old page takes longer than showing the new
    // one.
    document.querySelector('main > .page')?.animate({ opacity: [0, 1] }, fadeTiming);
  }, [location, isNotFound]);
}

/** Replaces the tag for search engines: a canonical link, or `noindex` on the not-found page. */
function replaceIndexingTag(pathname: string, isNotFound = false) {
  const previous = document.querySelector<HTMLLinkElement>('link[rel=canonical], [name=robots]');
  if (!previous) return;
  if (isNotFound) {
    const robots = document.createElement('meta');
    robots.name = 'robots';
    robots.content = 'noindex';
    previous.replaceWith(robots);
    return;
  }
  const canonical = document.createElement('link');
  canonical.rel = 'canonical';
  // `noindex` has no URL.
  canonical.href = new URL(pathname.toLowerCase(), previous.href ?? location.origin).href;
  previous.replaceWith(canonical);
}

/** Focuses the element with the id in `hash`, or the page's heading. */
export function focusTarget(hash = '') {
  const named = document.getElementById(hash.slice(1));
  const target = named ?? document.querySelector<HTMLElement>('main h1');
  if (!target) return;
  if (target.tabIndex < 0) target.tabIndex = -1;
  target.focus({ preventScroll: true });
}

const setContent = (selector: string, content: string) =>
  document.querySelector(selector)?.setAttribute('content', content);
