import { Link } from 'react-router';
import frames from '../../../content/drawings/frames.svg?raw';
import heroLines from '../../../content/drawings/hero.svg?raw';
import heroFrames from '../../../content/drawings/hero-frames.svg?raw';
import keel from '../../../content/drawings/keel.svg?raw';
import sheerPlan from '../../../content/drawings/sheer-plan.svg?raw';
import sides from '../../../content/drawings/sides.svg?raw';
import { firm } from '../../../content/firm.ts';
import { home } from '../../../content/home.ts';
import type { PageHandle } from '../../routes.ts';
import { Caption, Drawing } from '../../ui/drawing.tsx';
import { noBreakHyphens } from '../../ui/no-break-hyphens.tsx';
import { ClosingCall, Section, Sections } from '../../ui/sections.tsx';
import { getHeroImageUrl } from './hero-image-url.ts';

export const handle: PageHandle = { headerTheme: 'ink', meta: home.meta, drawing: heroLines };

type Copy = typeof home;

export const Component = () => (
  <Sections>
    <Hero {...home.hero} />
    <Introduction {...home.meeting} />
    <Strategy {...home.strategy} />
    <ClosingCall {...home.call} />
  </Sections>
);

const Hero = ({ title, text, action }: Copy['hero']) => (
  <section className="hero theme-ink">
    <div className="container">
      <h1>
        {title.map((sentence) => (
          <span key={sentence}>{sentence} </span>
        ))}
      </h1>
      <div className="hero-drawing">
        <HeroImage />
        <Drawing preserveAspectRatio="none" svg={heroFrames} />
        <Drawing preserveAspectRatio="none" svg={heroLines} />
        <Caption svg={heroLines} />
      </div>
      <div className="hero-action">
        <p className="lede">{noBreakHyphens(text)}</p>
        <Link className="button" to="/contact">
          {action}
        </Link>
      </div>
      <ul className="hero-tags">
        {home.strategy.pillars.map(({ question }, i) => (
          <li key={question}>
            <Link to={`#question-${i + 1}`}>{question}</Link>
          </li>
        ))}
      </ul>
    </div>
  </section>
);

/**
 * The hero photograph, clipped to the outline if there is one. Phones get half of their pixel
 * density.
 */
function HeroImage() {
  const { heroImage } = firm;
  if (!heroImage) return null;
  const { url, widths, outline } = heroImage;
  const getUrl = (width: number) => getHeroImageUrl(url, width);
  return (
    <>
      {outline && (
        <svg aria-hidden="true">
          <clipPath id="outline" clipPathUnits="objectBoundingBox">
            <path transform="scale(.001111 .001449)" d={outline} />
          </clipPath>
        </svg>
      )}
      <img
        className={outline ? 'hero-image' : 'hero-image is-rectangle'}
        src={getUrl(Math.max(...widths))}
        srcSet={widths.map((width) => `${getUrl(width)} ${width}w`).join(', ')}
        sizes="(min-width: 48em) 66vw, 50vw"
        width="1440"
        height="960"
        alt=""
        fetchPriority="high"
        decoding="async"
        referrerPolicy="no-referrer"
        // entry-client.ts hides a broken image.
        suppressHydrationWarning
      />
    </>
  );
}

const Introduction = ({ title, lede, text, action }: Copy['meeting']) => (
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
    <div className="container">
      <Caption svg={sheerPlan} />
    </div>
    <Drawing preserveAspectRatio="none" svg={sheerPlan} />
  </section>
);

/** Parts of one body plan, one for each question. */
const parts = [keel, frames, sides];

const Part = ({ svg }: { svg: string }) =>
  svg && (
    <div className="part">
      <Drawing svg={svg} />
      <Caption svg={svg} />
    </div>
  );

const Strategy = ({ title, lede, pillars, action }: Copy['strategy']) => (
  <Section className="theme-paper">
    <h2>{title}</h2>
    <p className="lede muted">{lede}</p>
    <ol className="pillars">
      {pillars.map((pillar, i) => (
        <li className="grid" key={pillar.title} id={`question-${i + 1}`}>
          <h3>{pillar.title}</h3>
          <div>
            <p className="statement">{pillar.question}</p>
            <p className="muted">{pillar.text}</p>
          </div>
          <Part svg={parts[i] ?? ''} />
        </li>
      ))}
    </ol>
    <div className="grid">
      <div className="col-start-5">
        <Link className="text-link" to="/platform">
          {action}
        </Link>
      </div>
    </div>
  </Section>
);
