import type { ReactNode } from 'react';
import confluence from '../../../content/drawings/confluence.svg?raw';
import plans from '../../../content/drawings/half-breadths.svg?raw';
import lanes from '../../../content/drawings/lanes.svg?raw';
import plates from '../../../content/drawings/plates.svg?raw';
import { ecosystems } from '../../../content/ecosystems.ts';
import type { PageHandle } from '../../routes.ts';
import { Definitions } from '../../ui/definitions.tsx';
import { Drawing } from '../../ui/drawing.tsx';
import { noBreakHyphens } from '../../ui/no-break-hyphens.tsx';
import { ClosingCall, QuestionTitle, Section, Sections } from '../../ui/sections.tsx';

export const handle: PageHandle = { headerTheme: 'film', meta: ecosystems.meta, drawing: plans };

type Copy = typeof ecosystems;

export const Component = () => (
  <Sections>
    <Hero {...ecosystems.hero} />
    <Principles {...ecosystems.why} />
    <Ecosystem
      {...ecosystems.privateEquity}
      className="theme-ink"
      drawing={<Drawing preserveAspectRatio="none" svg={confluence} />}
    />
    <Ecosystem
      {...ecosystems.franchise}
      className="theme-stone drawing-first"
      drawing={<Drawing preserveAspectRatio="xMaxYMid slice" svg={plates} />}
    />
    <Ecosystem
      {...ecosystems.athletes}
      className="theme-deep"
      drawing={<Drawing className="track-drawing" svg={lanes} />}
    />
    <div className="two-up">
      <Column {...ecosystems.advantage} theme="film" textClass="lede" />
      <Column {...ecosystems.vision} theme="ink" textClass="statement" />
    </div>
    <ClosingQuote text={ecosystems.quote} />
    <ClosingCall {...ecosystems.closing} isShort />
  </Sections>
);

const Hero = ({ title, lede }: Copy['hero']) => (
  <section className="ecosystems-hero section theme-film">
    <div className="container grid">
      <h1>{title}</h1>
      <p className="lede col-start-8">{lede}</p>
    </div>
    <Drawing preserveAspectRatio="none" svg={plans} />
  </section>
);

const Principles = ({ title, principles }: Copy['why']) => (
  <Section className="theme-paper" isGrid>
    <h2 className="col-end-6">{title}</h2>
    <div className="principles col-start-6">
      {principles.map((principle) => (
        <p key={principle.title}>
          <strong>{principle.title}</strong> {principle.text}
        </p>
      ))}
    </div>
  </Section>
);

type EcosystemProps = Copy['franchise'] & { className: string; drawing: ReactNode };

const Ecosystem = ({ className, title, text, facts, drawing }: EcosystemProps) => (
  <section className={`ecosystem ${className}`}>
    <div className="container grid">
      <div className="ecosystem-text col-end-7">
        <h2>{title}</h2>
        <p>{noBreakHyphens(text)}</p>
        <Definitions list={facts} />
      </div>
      <div className="ecosystem-drawing">{drawing}</div>
    </div>
  </section>
);

type ColumnProps = Copy['vision'] & { theme: 'film' | 'ink'; textClass: 'lede' | 'statement' };

const Column = ({ theme, textClass, title, question, text, aside }: ColumnProps) => (
  <section className={`theme-${theme}`}>
    <QuestionTitle question={question} title={title} />
    <p className={textClass}>{text}</p>
    <p className="muted">{aside}</p>
  </section>
);

/** A sentence of the firm. It has no quotation marks, because the firm itself is the speaker. */
const ClosingQuote = ({ text }: { text: string }) => (
  <div className="section theme-paper">
    <p className="container closing-quote">{text}</p>
  </div>
);
