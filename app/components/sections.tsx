import { Children, startTransition, useEffect, useState, type ReactNode } from 'react';
import { useLocation, useNavigationType } from 'react-router';
import { afterPainting } from './after-painting.ts';

interface SectionsProps {
  /** How many are painted by themselves: two are more than a screen shows of most pages. */
  first?: number;
  children: ReactNode;
}

/**
 * The sections of a page. Where a link led to its top, the first ones are painted before the others
 * are rendered; a screen's height below them is kept free by the style sheet. All come at once in a
 * document, and where Back returns to a place among them.
 */
export function Sections({ first = 2, children }: SectionsProps) {
  const isFollowed = useNavigationType() === 'PUSH';
  const { hash } = useLocation();
  const [isWhole, setWhole] = useState(!isFollowed || hash !== '');

  useEffect(() => {
    if (!isWhole) return afterPainting(() => startTransition(() => setWhole(true)));
  }, [isWhole]);

  const sections = Children.toArray(children);
  if (isWhole) return sections;
  return [...sections.slice(0, first), <div key="more" className="more-to-come" />];
}
