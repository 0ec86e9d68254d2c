import { Link } from 'react-router';
import { about } from '../../../content/about.ts';
import bodyPlan from '../../../content/drawings/body-plan.svg?raw';
import compartments from '../../../content/drawings/compartments.svg?raw';
import type { PageHandle } from '../../routes.ts';
import { Definitions } from '../../ui/definitions.tsx';
import { Caption, Drawing } from '../../ui/drawing.tsx';
import { noBreakHyphens } from '../../ui/no-break-hyphens.tsx';
import { readDrawing } from '../../ui/read-drawing.ts';
import { ClosingCall, QuestionTitle, Section, Sections } from '../../ui/sections.tsx';
import { UnfoldingPlan } from '../../ui/unfolding-plan.tsx';

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

const [, , hullWidth = 0, hullHeight = 0] = (readDrawing(compartments).viewBox ?? '')
  .split(' ')
  .map(Number);

/** Width of a sector's part of the hull. Bulkheads are the edges of the columns. */
const holdWidth = hullWidth / about.sectors.list.length;

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
