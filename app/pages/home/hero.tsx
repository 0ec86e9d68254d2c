import { Link } from 'react-router';
import { Unbroken } from '../../components/unbroken.tsx';
import type { home } from '../../content/home.ts';
import { heroFrames, heroKeel, heroWaterlines } from '../../drawings/paths.ts';
import { useFirm } from '../../site.tsx';

type HeroProps = ReturnType<typeof home>['hero'];

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

function HeroImage() {
  const { url, widths } = useFirm().heroImage;
  const at = (width: number) => url.replace('{width}', `${width}`);
  return (
    <img
      className="hero-image"
      src={at(1440)}
      srcSet={widths.map((width) => `${at(width)} ${width}w`).join(', ')}
      sizes="100vw"
      alt=""
      fetchPriority="high"
      decoding="async"
      referrerPolicy="no-referrer"
    />
  );
}
