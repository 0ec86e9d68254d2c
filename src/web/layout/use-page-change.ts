import { useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import type { PageHandle } from '../page-handle.ts';
import { markdownPath } from '../seo/page-info.ts';
import { themeColors } from '../seo/theme-colors.ts';

/** The style sheet's --fast and --ease, with which the browser fades from document to document. */
const fade = { duration: 180, easing: 'cubic-bezier(0.2, 0.7, 0.2, 1)' };

/**
 * What a browser does for a new document, done for a client navigation: the head tells of the new
 * page, which fades in, and focus is at its heading, so that a screen reader starts there.
 */
export function usePageChange({ meta: { title, description }, tone }: PageHandle) {
  const { pathname, hash, key } = useLocation();
  const visit = `${key} ${pathname}`;
  const shownPath = useRef(pathname);
  const shownVisit = useRef(visit);

  useEffect(() => {
    document.title = title;
    set('meta[name=description]', 'content', description);
    const path = pathname.toLowerCase();
    set('link[rel=canonical]', 'href', canonical(path));
    set('link[rel=alternate]', 'href', markdownPath(path));
    set('meta[name=theme-color][media*=light]', 'content', themeColors[tone].light);
    set('meta[name=theme-color][media*=dark]', 'content', themeColors[tone].dark);
  }, [pathname, title, description, tone]);

  // Not a view transition: to capture the old page takes longer than to show the new one.
  useLayoutEffect(() => {
    if (shownPath.current === pathname) return;
    shownPath.current = pathname;
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    document.querySelector('main > .page')?.animate({ opacity: [0, 1] }, fade);
  }, [pathname]);

  useEffect(() => {
    if (shownVisit.current === visit) return;
    shownVisit.current = visit;
    if (!hash) focusHeading();
  }, [visit, hash]);
}

export function focusHeading() {
  const heading = document.querySelector<HTMLElement>('main h1');
  heading?.setAttribute('tabindex', '-1');
  heading?.focus({ preventScroll: true });
}

const set = (selector: string, attribute: string, value: string) =>
  document.querySelector(selector)?.setAttribute(attribute, value);

function canonical(path: string) {
  const current = document.querySelector<HTMLLinkElement>('link[rel=canonical]')?.href;
  return new URL(path, current ?? location.href).href;
}
