import { useEffect, type ReactNode } from 'react';
import { BrandMark } from './brand.tsx';
import { focusHeading } from './use-page-change.ts';

interface ErrorScreenProps {
  /** The firm's, where it is known. */
  name?: string;
  title: string;
  text?: string;
  children?: ReactNode;
}

/** Stands in for a page that failed, so it relies on nothing above it: no router and no context. */
export function ErrorScreen({ name, title, text, children }: ErrorScreenProps) {
  useEffect(() => {
    document.title = title;
    focusHeading();
  }, [title]);

  return (
    <main id="main" className="error-screen film">
      <div className="wrap">
        <span className="brand">
          <BrandMark />
          {name}
        </span>
      </div>
      <div className="wrap">
        <h1>{title}</h1>
        {text && <p className="lede muted">{text}</p>}
        {children}
      </div>
      <svg viewBox="0 0 1440 96" preserveAspectRatio="none" aria-hidden="true">
        <path d="M0 24.5H600M0 36.5H580M0 60.5H560M0 72.5H590M840 24.5H1440M860 36.5H1440M880 60.5H1440M850 72.5H1440" />
        <path className="keel-line" d="M0 48H620M820 48H1440" />
      </svg>
    </main>
  );
}
