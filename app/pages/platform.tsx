import { Link } from 'react-router';
import { Sections } from '../components/sections.tsx';
import { platform } from '../content/platform.ts';
import { halfBreadthKeel, halfBreadthStations, halfBreadthWaterlines } from '../drawings/paths.ts';
import type { PageHandle } from '../page-handle.ts';
import { Enable } from './platform/enable.tsx';
import { Value } from './platform/value.tsx';

export const handle = {
  tone: 'deep',
  meta: platform.meta,
} satisfies PageHandle;

type Words = typeof platform;

export function Component() {
  const copy = platform;
  return (
    <Sections>
      <Hero {...copy.hero} />
      <Enable {...copy.enable} />
      <How {...copy.how} />
      <Value {...copy.value} />
      <Why {...copy.why} />
      <Closing {...copy.closing} />
    </Sections>
  );
}

/** A longer name would run into the lede beside it, and is set smaller. */
const giantLetters = 4;

function Hero({ title, lede }: Words['hero']) {
  return (
    <section className="platform-hero deep">
      <div className="wrap grid">
        <h1 className={title.length > giantLetters ? 'long-name' : undefined}>{title}</h1>
        <p className="lede">{lede}</p>
      </div>
      <svg viewBox="0 0 1440 300" preserveAspectRatio="none" aria-hidden="true">
        <path d={halfBreadthWaterlines} />
        <path className="stations" d={halfBreadthStations} />
        <path className="keel-line" d={halfBreadthKeel} />
      </svg>
    </section>
  );
}

function How({ title, steps }: Words['how']) {
  return (
    <section className="section paper">
      <div className="wrap grid">
        <h2 className="lead-5 sticky-title">{title}</h2>
        <ol className="steps trail-7">
          {steps.map(({ title, text }) => (
            <li key={title}>
              <h3>{title}</h3>
              <p className="muted">{text}</p>
            </li>
          ))}
        </ol>
      </div>
    </section>
  );
}

function Why({ title, statement, text }: Words['why']) {
  return (
    <section className="section film">
      <div className="wrap grid">
        <h2 className="lead-5 sticky-title">{title}</h2>
        <div className="why trail-7">
          <p className="statement">{statement}</p>
          <p className="muted">{text}</p>
        </div>
      </div>
    </section>
  );
}

function Closing({ title, action }: Words['closing']) {
  return (
    <section className="slim-call deep">
      <div className="wrap grid">
        <h2 className="lead-7">{title}</h2>
        <p className="trail-5">
          <Link className="button" to="/contact">
            {action}
          </Link>
        </p>
      </div>
    </section>
  );
}
