import { Link } from 'react-router';
import { BodyPlan } from '../components/body-plan.tsx';
import { Sections } from '../components/sections.tsx';
import { home } from '../content/home.ts';
import { fairing, fairingKeel, sheer } from '../drawings/paths.ts';
import type { PageHandle } from '../page-handle.ts';
import { Hero } from './home/hero.tsx';

export const handle = {
  tone: 'ink',
  meta: home.meta,
} satisfies PageHandle;

type Words = typeof home;

export function Component() {
  const { hero, meeting, lens, call } = home;
  return (
    <Sections>
      <Hero {...hero} />
      <Meeting {...meeting} />
      <Lens {...lens} />
      <Call {...call} />
    </Sections>
  );
}

function Meeting({ title, lede, text, action }: Words['meeting']) {
  return (
    <section className="section film meeting">
      <div className="wrap grid">
        <h2 className="lead-6">{title}</h2>
        <div className="trail-6">
          <p className="lede">{lede}</p>
          <p className="muted">{text}</p>
          <p>
            <Link className="text-link" to="/about">
              {action}
            </Link>
          </p>
        </div>
      </div>
      <svg className="fairing" viewBox="0 0 1440 300" preserveAspectRatio="none" aria-hidden="true">
        <path d={fairing} />
        <path className="keel-line" d={fairingKeel} />
      </svg>
    </section>
  );
}

function Lens({ title, lede, pillars, action }: Words['lens']) {
  return (
    <section className="section paper">
      <div className="wrap">
        <h2>{title}</h2>
        <p className="lede muted lens-lede">{lede}</p>
        <div className="pillars">
          <svg viewBox="0 0 1200 320" preserveAspectRatio="none" aria-hidden="true">
            <path opacity=".7" d={sheer} />
            <path className="keel-line" d="M0 320C400 260 800 150 1200 0" />
          </svg>
          <ol>
            {pillars.map((pillar) => (
              <li key={pillar.title}>
                <h3>{pillar.title}</h3>
                <p className="lede">{pillar.question}</p>
                <p className="muted">{pillar.text}</p>
              </li>
            ))}
          </ol>
        </div>
        <Link className="text-link" to="/platform">
          {action}
        </Link>
      </div>
    </section>
  );
}

function Call({ title, lede, action }: Words['call']) {
  return (
    <section className="section deep call">
      <div className="wrap grid">
        <div className="lead-6">
          <h2>{title}</h2>
          <p className="lede">{lede}</p>
          <Link className="button" to="/contact">
            {action}
          </Link>
        </div>
        <BodyPlan />
      </div>
    </section>
  );
}
