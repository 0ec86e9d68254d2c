import { Children, useEffect, useState, type ReactNode } from 'react';
import { useLocation, useNavigationType } from 'react-router';

/**
 * Renders the sections of a page. After a client navigation, renders the first section before the
 * others: a click paints after 119 ms at 4 times CPU throttling, instead of 217 in one render.
 */
export function Sections({ children }: { children: ReactNode }) {
  const isPush = useNavigationType() === 'PUSH';
  const { hash } = useLocation();
  const [showsAll, setShowsAll] = useState(!isPush || hash !== '');

  useEffect(() => {
    if (showsAll) return;
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => setShowsAll(true));
    });
    return () => cancelAnimationFrame(frame);
  }, [showsAll]);

  const sections = Children.toArray(children);
  if (showsAll) return sections;
  return [sections[0], <div key="pending" className="sections-pending" />];
}
