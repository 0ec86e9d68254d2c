import { useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { themeColors } from '../../content/theme-colors.ts';
import type { PageHandle } from '../page-handle.ts';

/** The values of --fast and --ease, as in the cross-document view transition. */
const fadeTiming = { duration: 180, easing: 'cubic-bezier(0.2, 0.7, 0.2, 1)' };

/**
 * Updates the document's head after a client navigation, fades the page in, and focuses its heading
 * for screen readers.
 */
export function usePageChange({ meta: { title, description }, headerTheme }: PageHandle) {
  const { pathname, hash, key } = useLocation();
  const locationId = `${key} ${pathname}`;
  const previousPath = useRef(pathname);
  const previousLocationId = useRef(locationId);

  useEffect(() => {
    document.title = title;
    setAttribute('meta[name=description]', 'content', description);
    setAttribute('link[rel=canonical]', 'href', canonicalUrl(pathname.toLowerCase()));
    setAttribute('meta[name=theme-color][media*=light]', 'content', themeColors[headerTheme].light);
    setAttribute('meta[name=theme-color][media*=dark]', 'content', themeColors[headerTheme].dark);
  }, [pathname, title, description, headerTheme]);

  // Not a view transition: capturing the old page takes longer than showing the new one.
  useLayoutEffect(() => {
    if (previousPath.current === pathname) return;
    previousPath.current = pathname;
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    document.querySelector('main > .page')?.animate({ opacity: [0, 1] }, fadeTiming);
  }, [pathname]);

  useEffect(() => {
    if (previousLocationId.current === locationId) return;
    previousLocationId.current = locationId;
    if (!hash) focusHeading();
  }, [locationId, hash]);
}

export function focusHeading() {
  const heading = document.querySelector<HTMLElement>('main h1');
  heading?.setAttribute('tabindex', '-1');
  heading?.focus({ preventScroll: true });
}

const setAttribute = (selector: string, attribute: string, value: string) =>
  document.querySelector(selector)?.setAttribute(attribute, value);

function canonicalUrl(path: string) {
  const current = document.querySelector<HTMLLinkElement>('link[rel=canonical]')?.href;
  return new URL(path, current ?? location.href).href;
}
