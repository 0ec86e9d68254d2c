import { Children, type ReactNode, useEffect, useState } from 'react';
import { Link, useLocation, useNavigationType } from 'react-router';
import { firm } from '../../content/firm.ts';
import { promises } from '../../content/layout.ts';
import { Definitions } from './definitions.tsx';

/**
 * Renders the sections of a page. After a client navigation, renders the first section before the
 * others. With 4 times CPU throttling, a click then paints after 119 ms instead of 217 ms.
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

interface SectionProps {
  className: string;
  /** Places the children on the page's grid. */
  isGrid?: boolean;
  children: ReactNode;
}

export const Section = ({ className, isGrid, children }: SectionProps) => (
  <section className={`section ${className}`}>
    <div className={isGrid ? 'container grid' : 'container'}>{children}</div>
  </section>
);

interface QuestionTitleProps {
  question: string;
  title: string;
  className?: string;
}

/**
 * Title below the question of the firm that the section answers. The question links to its answer
 * on Home.
 */
export function QuestionTitle({ question, title, className }: QuestionTitleProps) {
  const number = Object.values(firm.questions).indexOf(question) + 1;
  return (
    <hgroup className={className}>
      <p className="question">
        <Link to={`/#question-${number}`}>{question}</Link>
      </p>
      <h2>{title}</h2>
    </hgroup>
  );
}

interface ClosingCallProps {
  title: string;
  lede?: string;
  action: string;
  /** Leaves out the promises. */
  isShort?: boolean;
}

/** The last section of every page without the form. */
export const ClosingCall = ({ title, lede, action, isShort }: ClosingCallProps) => (
  <Section className={`theme-deep closing-call ${isShort ? 'is-short' : ''}`} isGrid>
    <div className={isShort ? undefined : 'col-end-7'}>
      <h2>{title}</h2>
      {lede && <p className="lede">{lede}</p>}
      <Link className="button" to="/contact">
        {action}
      </Link>
    </div>
    {!isShort && <Definitions className="promises col-start-8 wide-only" list={promises} />}
  </Section>
);
