import { Link } from 'react-router';
import { firm } from '../../../content/firm.ts';
import { home } from '../../../content/home.ts';
import {
  fairing,
  fairingKeel,
  heroFrames,
  heroKeel,
  heroWaterlines,
  sheer,
} from '../../drawings/paths.ts';
import type { PageHandle } from '../../page-handle.ts';
import { BodyPlan } from '../../ui/hull-illustration.tsx';
import { Unbroken } from '../../ui/no-break-hyphens.tsx';
import { Sections } from '../../ui/sections.tsx';

export const handle = { tone: 'ink', meta: home.meta } satisfies PageHandle;

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

function Hero({ title, text, action, fields }: Words['hero']) {
  return (
    <section className="hero ink">
      <HeroImage />
      <div className="wrap">
        <h1>
          {title.map((sentence) => (
            <span key={sentence}>{sentence} </span>
          ))}
        </h1>
        <svg
          className="hero-hull"
          viewBox="0 0 900 690"
          preserveAspectRatio="none"
          aria-hidden="true"
        >
          <path opacity=".42" d={heroFrames} />
          <path opacity=".75" d={heroWaterlines} />
          <path className="keel-line" d={heroKeel} />
        </svg>
        <div className="hero-action">
          <p className="lede">
            <Unbroken text={text} />
          </p>
          <Link className="button" to="/contact">
            {action}
          </Link>
        </div>
        <ul className="datum">
          {fields.map((field) => (
            <li key={field}>{field}</li>
          ))}
        </ul>
      </div>
    </section>
  );
}

/** As wide as hero.css makes it. */
const sizes = 'calc(100vw + 4rem)';

/** Faint, so that phones do with half of their density, but in the shape of their screens. */
function HeroImage() {
  const { url, wide, tall } = firm.heroImage;
  const at = (width: number, height: number) =>
    url.replace('{width}', `${width}`).replace('{height}', `${Math.round(height)}`);
  return (
    <picture>
      <source
        media="(max-width: 640px)"
        srcSet={tall.map((width) => `${at(width, width * 2)} ${width}w`).join(', ')}
        sizes={sizes}
      />
      <img
        className="hero-image"
        src={at(1440, 960)}
        srcSet={wide.map((width) => `${at(width, width / 1.5)} ${width}w`).join(', ')}
        sizes={sizes}
        width="1440"
        height="960"
        alt=""
        fetchPriority="high"
        decoding="async"
        referrerPolicy="no-referrer"
        // entry-client.ts may have hidden it.
        suppressHydrationWarning
      />
    </picture>
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
