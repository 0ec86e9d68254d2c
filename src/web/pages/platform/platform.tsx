import { Link } from 'react-router';
import { platform } from '../../../content/platform.ts';
import {
  halfBreadthKeel,
  halfBreadthStations,
  halfBreadthWaterlines,
  ribs,
} from '../../drawings/paths.ts';
import type { PageHandle } from '../../page-handle.ts';
import { Unbroken } from '../../ui/no-break-hyphens.tsx';
import { Sections } from '../../ui/sections.tsx';
import { Tabs } from '../../ui/tabs.tsx';

export const handle = { tone: 'deep', meta: platform.meta } satisfies PageHandle;

type Words = typeof platform;

export function Component() {
  return (
    <Sections>
      <Hero {...platform.hero} />
      <Enable {...platform.enable} />
      <How {...platform.how} />
      <Value {...platform.value} />
      <Why {...platform.why} />
      <Closing {...platform.closing} />
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

function Enable({ title, intro, capabilities }: Words['enable']) {
  return (
    <section className="section film">
      <div className="wrap">
        <div className="grid">
          <h2 className="lead-6">{title}</h2>
          <p className="muted trail-5">{intro}</p>
        </div>
        <ul className="capabilities">
          {capabilities.map(({ title, text }, i) => (
            <li key={title}>
              <Frame index={i} />
              <h3>{title}</h3>
              <p>
                <Unbroken text={text} />
              </p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

/** One of the hull's frames, drawn among the others. */
function Frame({ index }: { index: number }) {
  return (
    <svg viewBox="0 0 120 124" aria-hidden="true">
      <path d={`${ribs.filter((_, i) => i !== index).join('')}M4 112H116`} />
      <path className="keel-line" d={ribs[index]} />
    </svg>
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

function Value({ title, audiences }: Words['value']) {
  const tabs = audiences.map(({ id, label, promise, points }) => ({
    id,
    label,
    panel: (
      <div className="grid">
        <p className="statement lead-6">{promise}</p>
        <ul className="ticks trail-5">
          {points.map((point) => (
            <li key={point}>{point}</li>
          ))}
        </ul>
      </div>
    ),
  }));
  return (
    <section className="section ink">
      <div className="wrap">
        <h2>{title}</h2>
        <Tabs label={title} tabs={tabs} />
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
