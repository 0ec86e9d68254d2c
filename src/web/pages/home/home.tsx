import { Link } from 'react-router';
import { type Firm, firm } from '../../../content/firm.ts';
import { home } from '../../../content/home.ts';
import { Drawing } from '../../drawings/drawing.tsx';
import heroLines from '../../drawings/hero.svg?raw';
import heroFrames from '../../drawings/hero-frames.svg?raw';
import lens from '../../drawings/lens.svg?raw';
import type { PageHandle } from '../../page-handle.ts';
import { ClosingCall } from '../../ui/closing-call.tsx';
import { MeetingLines } from '../../ui/meeting-lines.tsx';
import { NoBreakHyphens } from '../../ui/no-break-hyphens.tsx';
import { Sections } from '../../ui/sections.tsx';

export const handle = { headerTheme: 'ink', meta: home.meta } satisfies PageHandle;

type Copy = typeof home;

export function Component() {
  const { hero, meeting, lens, call } = home;
  return (
    <Sections>
      <Hero {...hero} />
      <Introduction {...meeting} />
      <Strategy {...lens} />
      <ClosingCall {...call} />
    </Sections>
  );
}

function Hero({ title, text, action }: Copy['hero']) {
  return (
    <section className="hero theme-ink">
      <HeroImage />
      <div className="container">
        <h1>
          {title.map((sentence) => (
            <span key={sentence}>{sentence} </span>
          ))}
        </h1>
        <Drawing className="hero-drawing is-covered" preserveAspectRatio="none" svg={heroFrames} />
        <Drawing className="hero-drawing" preserveAspectRatio="none" svg={heroLines} />
        <div className="hero-action">
          <p className="lede">
            <NoBreakHyphens text={text} />
          </p>
          <Link className="button" to="/contact">
            {action}
          </Link>
        </div>
        <ul className="hero-tags">
          {home.lens.pillars.map(({ question }) => (
            <li key={question}>{question}</li>
          ))}
        </ul>
      </div>
    </section>
  );
}

/** Matches the width in hero.css. */
const sizes = 'calc(100vw + 4rem)';

/** A faint image: half of the pixel density is enough for phones, which get a portrait crop. */
function HeroImage() {
  const { heroImage }: Firm = firm;
  if (!heroImage) return null;
  const { url, wide, tall } = heroImage;
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
        // entry-client.ts hides a broken image.
        suppressHydrationWarning
      />
    </picture>
  );
}

function Introduction({ title, lede, text, action }: Copy['meeting']) {
  return (
    <section className="section theme-film introduction">
      <div className="container grid">
        <h2 className="col-end-7">{title}</h2>
        <div className="col-start-7">
          <p className="lede">{lede}</p>
          <p className="muted">{text}</p>
          <p>
            <Link className="text-link" to="/about">
              {action}
            </Link>
          </p>
        </div>
      </div>
      <MeetingLines />
    </section>
  );
}

function Strategy({ title, lede, pillars, action }: Copy['lens']) {
  return (
    <section className="section theme-paper">
      <div className="container">
        <div className="grid">
          <div className="col-end-6">
            <h2>{title}</h2>
            <p className="lede muted">{lede}</p>
          </div>
          <Drawing className="lens col-start-6" preserveAspectRatio="none" svg={lens} />
        </div>
        <ol className="pillars">
          {pillars.map((pillar) => (
            <li className="grid" key={pillar.title}>
              <h3 className="col-end-6">{pillar.title}</h3>
              <div className="col-start-6">
                <p className="statement">{pillar.question}</p>
                <p className="muted">{pillar.text}</p>
              </div>
            </li>
          ))}
        </ol>
        <Link className="text-link" to="/platform">
          {action}
        </Link>
      </div>
    </section>
  );
}
