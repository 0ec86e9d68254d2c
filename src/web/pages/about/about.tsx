import { Link } from 'react-router';
import { about } from '../../../content/about.ts';
import type { PageHandle } from '../../page-handle.ts';
import { BodyPlan } from '../../ui/hull-illustration.tsx';
import { Unbroken } from '../../ui/no-break-hyphens.tsx';
import { Sections } from '../../ui/sections.tsx';

export const handle = { tone: 'film', meta: about.meta } satisfies PageHandle;

type Words = typeof about;

export function Component() {
  const { who, philosophy, apart, sectors, outlook } = about;
  return (
    <Sections>
      <Who {...who} />
      <Philosophy {...philosophy} />
      <Apart {...apart} />
      <Sectors {...sectors} />
      <Outlook {...outlook} />
    </Sections>
  );
}

function Who({ title, statement, text, facts }: Words['who']) {
  return (
    <section className="section film who">
      <div className="wrap">
        <h1>{title}</h1>
        <div className="grid">
          <p className="statement trail-8">{statement}</p>
        </div>
        <div className="grid">
          <p className="muted trail-5">{text}</p>
        </div>
        <dl className="facts">
          {facts.map(({ term, detail, to }) => (
            <div key={term}>
              <dt>{term}</dt>
              <dd>{to ? <Link to={to}>{detail}</Link> : detail}</dd>
            </div>
          ))}
        </dl>
      </div>
    </section>
  );
}

function Philosophy({ title, principles }: Words['philosophy']) {
  const entries = principles.map((principle) => (
    <li key={principle.title}>
      <h3>{principle.title}</h3>
      <p className="muted">{principle.text}</p>
    </li>
  ));
  return (
    <section className="section ink">
      <div className="wrap">
        <h2>{title}</h2>
        <div className="philosophy">
          <ul>{entries.slice(0, 2)}</ul>
          <BodyPlan />
          <ul>{entries.slice(2)}</ul>
        </div>
      </div>
    </section>
  );
}

function Apart({ title, lead, others }: Words['apart']) {
  return (
    <section className="section film">
      <div className="wrap">
        <h2>{title}</h2>
        <div className="grid apart">
          <article>
            <h3>{lead.title}</h3>
            <p className="statement">{lead.statement}</p>
            <p className="muted">{lead.text}</p>
          </article>
          {others.map((other) => (
            <article key={other.title}>
              <h3>{other.title}</h3>
              <p className="muted">{other.text}</p>
            </article>
          ))}
        </div>
      </div>
    </section>
  );
}

function Sectors({ title, text, list }: Words['sectors']) {
  return (
    <section className="section paper">
      <div className="wrap">
        <div className="grid">
          <h2 className="lead-6">{title}</h2>
          <p className="muted trail-5">{text}</p>
        </div>
        <ol className="sector-index">
          {list.map((sector) => (
            <li key={sector.title}>
              <h3>
                <Unbroken text={sector.title} />
              </h3>
              <p>
                <Unbroken text={sector.text} />
              </p>
            </li>
          ))}
        </ol>
      </div>
    </section>
  );
}

function Outlook({ title, lede, action, chapters, invitation }: Words['outlook']) {
  return (
    <section className="film outlook">
      <div className="wrap grid">
        <h2 className="lead-6">{title}</h2>
        <div className="trail-5">
          <p className="lede muted">{lede}</p>
          <Link className="text-link" to="/platform">
            {action}
          </Link>
        </div>
      </div>
      <ol>
        {chapters.map((chapter, i) => (
          <li key={chapter.title}>
            <div className="wrap grid">
              <h3>{chapter.title}</h3>
              <p>{chapter.text}</p>
              {i === chapters.length - 1 && (
                <Link className="text-link" to="/contact">
                  {invitation}
                </Link>
              )}
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}
