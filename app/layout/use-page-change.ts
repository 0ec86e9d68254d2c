import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { markdownPath } from '../metadata/markdown-path.ts';
import { themeColors } from '../metadata/theme-colors.ts';
import type { PageHandle } from '../page-handle.ts';

interface PageChange {
  title: string;
  description: string;
  tone: PageHandle['tone'];
}

/**
 * What a browser does for a new document, done for a client navigation: the head tells of the new
 * page, and focus is at its heading, so that a screen reader starts there.
 */
export function usePageChange({ title, description, tone }: PageChange) {
  const { pathname, hash, key } = useLocation();
  const visit = `${key} ${pathname}`;
  const shownVisit = useRef(visit);

  useEffect(() => {
    document.title = title;
    set('meta[name=description]', 'content', description);
    set('link[rel=canonical]', 'href', canonical(pathname));
    set('link[rel=alternate]', 'href', markdownPath(pathname.toLowerCase()));
    set('meta[name=theme-color][media*=light]', 'content', themeColors[tone].light);
    set('meta[name=theme-color][media*=dark]', 'content', themeColors[tone].dark);
  }, [pathname, title, description, tone]);

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

function canonical(pathname: string) {
  const current = document.querySelector<HTMLLinkElement>('link[rel=canonical]')?.href;
  return new URL(pathname.toLowerCase(), current ?? location.href).href;
}
