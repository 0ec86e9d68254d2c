import { Link } from 'react-router';
import { Unbroken } from '../../components/unbroken.tsx';
import type { home } from '../../content/home.ts';
import { heroFrames, heroKeel, heroWaterlines } from '../../drawings/paths.ts';
import { firm } from '../../content/firm.ts';

type HeroProps = (typeof home)['hero'];

export function Hero({ title, text, action, fields }: HeroProps) {
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
        // boot.ts may have hidden it.
        suppressHydrationWarning
      />
    </picture>
  );
}
