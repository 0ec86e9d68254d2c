import { Children, type ReactNode, useEffect, useState } from 'react';
import { Link, useLocation, useNavigationType } from 'react-router';
import { firm } from '../../content/firm.ts';
import { promises } from '../../content/layout.ts';
import { Definitions } from './definitions.tsx';

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

interface SectionProps {
  className: string;
  /** The children are placed on the grid of the page. */
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

/** A title below the firm's question that the section answers: a link to its answer on Home. */
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
  /** True if the promises are left out. */
  isShort?: boolean;
}

/** The last section of every page that does not have the form. */
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
