import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { about } from '../../../content/about.ts';
import { Caption, Drawing } from '../../ui/drawing.tsx';
import { readAttribute } from '../../ui/read-drawing.ts';
import bodyPlan from '../../../content/drawings/body-plan.svg?raw';
import compartments from '../../../content/drawings/compartments.svg?raw';
import type { PageHandle } from '../../routes.ts';
import { Definitions } from '../../ui/definitions.tsx';
import { noBreakHyphens } from '../../ui/no-break-hyphens.tsx';
import { ClosingCall, QuestionTitle, Section, Sections } from '../../ui/sections.tsx';

export const handle: PageHandle = { headerTheme: 'film', meta: about.meta, drawing: bodyPlan };

type Copy = typeof about;

export const Component = () => (
  <Sections>
    <About {...about.who} />
    <Philosophy {...about.philosophy} />
    <Comparison {...about.apart} />
    <Sectors {...about.sectors} />
    <Outlook {...about.outlook} />
    <ClosingCall {...about.closing} isShort />
  </Sections>
);

const About = ({ title, statement, text, facts }: Copy['who']) => (
  <Section className="theme-film about-hero">
    <h1>{title}</h1>
    <div className="grid">
      <p className="statement col-start-5">{statement}</p>
      <p className="muted col-start-5">{text}</p>
    </div>
    <Definitions className="facts" list={facts} />
  </Section>
);

function Philosophy({ title, principles }: Copy['philosophy']) {
  const entries = principles.map((principle) => (
    <li key={principle.title}>
      <h3>{principle.title}</h3>
      <p className="muted">{principle.text}</p>
    </li>
  ));
  return (
    <Section className="theme-ink">
      <h2>{title}</h2>
      <div className="philosophy">
        <ul>{entries.slice(0, 2)}</ul>
        {bodyPlan && (
          <div>
            <UnfoldingPlan />
            <Caption svg={bodyPlan} />
          </div>
        )}
        <ul>{entries.slice(2)}</ul>
      </div>
    </Section>
  );
}

/** The body plan's curves from bow to stern: those of the bow are on its right, at even positions. */
const [framesPath = ''] = /<path class="frames"[^>]*/.exec(bodyPlan) ?? [];
const curves = readAttribute(framesPath, 'd')?.match(/M[^M]+/g) ?? [];
const frames = curves.filter((_, i) => i % 2 === 0).reverse();
frames.push(...curves.filter((_, i) => i % 2));

/** A body plan that about.css unfolds: each frame is nested in the one before it, and has two sides. */
const UnfoldingPlan = () => (
  <div className="unfolding" aria-hidden="true">
    <Drawing className="plan" svg={bodyPlan} accent={0} />
    {framesPath && (
      <svg viewBox="0 0 520 440" className="base">
        <path className="accent-line" d="M0 420H520" />
      </svg>
    )}
    {frames.reduceRight<ReactNode>(
      (next, frame) => (
        <i>
          <svg viewBox="0 0 520 440">
            <path d={frame} />
            <path d={frame} />
          </svg>
          {next}
        </i>
      ),
      null,
    )}
  </div>
);

const Comparison = ({ title, question, lead, others }: Copy['apart']) => (
  <Section className="theme-film">
    <QuestionTitle question={question} title={title} />
    <div className="grid comparison">
      <article className="col-end-8">
        <h3>{lead.title}</h3>
        <p className="statement">{lead.statement}</p>
        <p className="muted">{lead.text}</p>
      </article>
      {others.map((other) => (
        <article className="col-start-9" key={other.title}>
          <h3>{other.title}</h3>
          <p className="muted">{other.text}</p>
        </article>
      ))}
    </div>
  </Section>
);

const Sectors = ({ title, text, list }: Copy['sectors']) => (
  <Section className="theme-paper">
    <div className="grid">
      <h2 id="sectors" className="col-end-7">
        {title}
      </h2>
      <p className="lede muted col-start-8">{text}</p>
    </div>
    <ol className="sector-index">
      {list.map((sector, i) => (
        <li key={sector.title}>
          {compartments && (
            <div className="hold">
              <Drawing
                svg={compartments}
                viewBox={`${i * holdWidth} 0 ${holdWidth} ${hullHeight}`}
              />
            </div>
          )}
          <div>
            <h3>{noBreakHyphens(sector.title)}</h3>
            <p className="muted">{noBreakHyphens(sector.text)}</p>
          </div>
        </li>
      ))}
    </ol>
  </Section>
);

const [, , hullWidth = 0, hullHeight = 0] = (readAttribute(compartments, 'viewBox') ?? '')
  .split(' ')
  .map(Number);
/** Each sector has its part of the drawing, whose bulkheads are the edges of the columns. */
const holdWidth = hullWidth / about.sectors.list.length;

const Outlook = ({ title, question, lede, action, chapters }: Copy['outlook']) => (
  <section className="theme-film outlook">
    <div className="container grid">
      <QuestionTitle className="col-end-7" question={question} title={title} />
      <div className="col-start-8">
        <p className="lede muted">{lede}</p>
        <Link className="text-link" to="/platform">
          {action}
        </Link>
      </div>
    </div>
    <ol>
      {chapters.map((chapter) => (
        <li key={chapter.title}>
          <div className="container grid">
            <h3>{chapter.title}</h3>
            <p>{noBreakHyphens(chapter.text)}</p>
          </div>
        </li>
      ))}
    </ol>
  </section>
);
