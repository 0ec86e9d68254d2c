import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

/**
 * What a browser does for a new document, done for a client navigation: the title and description
 * are the new page's, and focus is at its heading, so that a screen reader starts there.
 */
export function usePageChange({ title, description }: { title: string; description: string }) {
  const { pathname, hash, key } = useLocation();
  const visit = `${key} ${pathname}`;
  const shownVisit = useRef(visit);

  useEffect(() => {
    document.title = title;
    document.querySelector('meta[name=description]')?.setAttribute('content', description);
    document.querySelector('link[rel=canonical]')?.setAttribute('href', canonical(pathname));
  }, [pathname, title, description]);

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

function canonical(pathname: string) {
  const current = document.querySelector<HTMLLinkElement>('link[rel=canonical]')?.href;
  return new URL(pathname.toLowerCase(), current ?? location.href).href;
}
