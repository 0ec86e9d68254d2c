import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

/**
 * What a browser does for a new document, done for a client navigation: the title and description
 * are the new page's, and focus is at its heading, so that a screen reader starts there.
 */
export function usePageChange({ title, description }: { title: string; description: string }) {
  const { pathname } = useLocation();
  const shownPathname = useRef(pathname);

  useEffect(() => {
    if (shownPathname.current === pathname) return;
    shownPathname.current = pathname;

    document.title = title;
    document.querySelector('meta[name=description]')?.setAttribute('content', description);
    document.querySelector('link[rel=canonical]')?.setAttribute('href', canonical(pathname));

    const heading = document.querySelector<HTMLElement>('main h1');
    heading?.setAttribute('tabindex', '-1');
    heading?.focus({ preventScroll: true });
  }, [pathname, title, description]);
}

function canonical(pathname: string) {
  const current = document.querySelector<HTMLLinkElement>('link[rel=canonical]')?.href;
  return new URL(pathname.toLowerCase(), current ?? location.href).href;
}
