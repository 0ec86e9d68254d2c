import { Children, startTransition, useEffect, useState, type ReactNode } from 'react';
import { useLocation, useNavigationType } from 'react-router';
import { afterPainting } from './after-painting.ts';

/**
 * The sections of a page. Where a link led to its top, the first one is painted before the others
 * are rendered, which come while the page fades in; a screen's height below it is kept free by the
 * style sheet. All come at once in a document, and where Back returns to a place among them.
 */
export function Sections({ children }: { children: ReactNode }) {
  const isFollowed = useNavigationType() === 'PUSH';
  const { hash } = useLocation();
  const [isWhole, setWhole] = useState(!isFollowed || hash !== '');

  useEffect(() => {
    if (!isWhole) return afterPainting(() => startTransition(() => setWhole(true)));
  }, [isWhole]);

  const sections = Children.toArray(children);
  if (isWhole) return sections;
  return [sections[0], <div key="more" className="more-to-come" />];
}
