import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { ecosystems } from '../../../content/ecosystems.ts';
import {
  confluence,
  fleet,
  fleetKeels,
  lanes,
  ownLane,
  scale,
  scaleRow,
} from '../../drawings/paths.ts';
import type { PageHandle } from '../../page-handle.ts';
import { Unbroken } from '../../ui/no-break-hyphens.tsx';
import { Sections } from '../../ui/sections.tsx';

export const handle = { tone: 'film', meta: ecosystems.meta } satisfies PageHandle;

type Words = typeof ecosystems;

export function Component() {
  return (
    <Sections>
      <Hero {...ecosystems.hero} />
      <Principles {...ecosystems.why} />
      <Ecosystem {...ecosystems.privateEquity} className="ink" drawing={<Confluence />} />
      <Ecosystem {...ecosystems.franchise} className="stone drawing-first" drawing={<Scales />} />
      <Ecosystem {...ecosystems.athletes} className="deep" drawing={<Lanes />} />
      <div className="diptych">
        <Leaf {...ecosystems.advantage} tone="film" />
        <Leaf {...ecosystems.vision} tone="brass" />
      </div>
      <PullQuote {...ecosystems.quote} />
    </Sections>
  );
}

function Hero({ title, lede }: Words['hero']) {
  return (
    <section className="ecosystems-hero section film">
      <div className="wrap grid">
        <h1>{title}</h1>
        <p className="lede trail-5">{lede}</p>
      </div>
      <svg viewBox="0 0 1440 460" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
        <path d={fleet} />
        <path className="keel-line" d={fleetKeels} />
      </svg>
    </section>
  );
}

function Principles({ title, principles }: Words['why']) {
  return (
    <section className="section paper">
      <div className="wrap grid">
        <h2 className="lead-5">{title}</h2>
        <div className="principles trail-7">
          {principles.map(({ title, text }) => (
            <p key={title}>
              <strong>{title}</strong> {text}
            </p>
          ))}
        </div>
      </div>
    </section>
  );
}

interface EcosystemProps {
  className: string;
  title: string;
  text: string;
  facts: { term: string; detail: string }[];
  drawing: ReactNode;
}

function Ecosystem({ className, title, text, facts, drawing }: EcosystemProps) {
  return (
    <section className={`ecosystem ${className}`}>
      <div className="wrap grid">
        <div className="ecosystem-text lead-6">
          <h2>{title}</h2>
          <p>
            <Unbroken text={text} />
          </p>
          <dl>
            {facts.map(({ term, detail }) => (
              <div key={term}>
                <dt>{term}</dt>
                <dd>
                  <Unbroken text={detail} />
                </dd>
              </div>
            ))}
          </dl>
        </div>
        <div className="ecosystem-drawing">{drawing}</div>
      </div>
    </section>
  );
}

function Confluence() {
  return (
    <svg viewBox="0 0 600 420" preserveAspectRatio="none" aria-hidden="true">
      <path d={confluence} />
      <path className="keel-line" d="M0 210H600" />
    </svg>
  );
}

const pairsOfRows = Array.from({ length: 11 }, (_, i) => i * 50 - 20);

function Scales() {
  return (
    <svg viewBox="0 0 600 460" preserveAspectRatio="xMaxYMid slice" aria-hidden="true">
      <defs>
        <g id="rows">
          <path d={scaleRow} />
          <path d={scaleRow} transform="translate(-50 25)" />
        </g>
      </defs>
      {pairsOfRows.map((y) => (
        <use key={y} href="#rows" y={y} />
      ))}
      <path className="keel-line" d={scale} transform="translate(400 230)" />
    </svg>
  );
}

/** As tall as its box whatever the width: the lanes run on to the right, out of the view. */
function Lanes() {
  return (
    <svg className="lanes" viewBox="0 0 600 420" aria-hidden="true">
      <path d={lanes} />
      <path className="keel-line" d={ownLane} />
    </svg>
  );
}

function Leaf({ tone, title, text, aside }: Words['vision'] & { tone: 'film' | 'brass' }) {
  return (
    <section className={tone}>
      <h2>{title}</h2>
      <p>{text}</p>
      <p className="muted">{aside}</p>
    </section>
  );
}

function PullQuote({ text, source, action }: Words['quote']) {
  return (
    <section className="pull-quote deep">
      <figure className="wrap">
        <blockquote>
          <p>“{text}”</p>
        </blockquote>
        <figcaption>{source}</figcaption>
      </figure>
      <p className="wrap">
        <Link className="button" to="/contact">
          {action}
        </Link>
      </p>
    </section>
  );
}
