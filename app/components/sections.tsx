import { Children, startTransition, useEffect, useState, type ReactNode } from 'react';
import { useLocation, useNavigationType } from 'react-router';
import { afterPainting } from './after-painting.ts';

/** More than a screen shows of any page, but for the space below them that the style sheet reserves. */
const shownFirst = 2;

/**
 * The sections of a page. Where a link led to its top, the first ones are painted before the others
 * are rendered. All come at once in a document, and where Back returns to a place among them.
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
  return [...sections.slice(0, shownFirst), <div key="more" className="more-to-come" />];
}
