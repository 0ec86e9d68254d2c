import { useEffect, type ReactNode } from 'react';
import { firm } from '../../content/firm.ts';
import { BrandMark } from './brand.tsx';
import { focusHeading } from './use-page-change.ts';

interface ErrorScreenProps {
  title: string;
  text?: string;
  children?: ReactNode;
}

/** Replaces a failed page. Works without router and context. */
export function ErrorScreen({ title, text, children }: ErrorScreenProps) {
  useEffect(() => {
    document.title = title;
    focusHeading();
  }, [title]);

  return (
    <main id="main" className="error-screen theme-film">
      <div className="container">
        <span className="brand">
          <BrandMark />
          {firm.name}
        </span>
      </div>
      <div className="container">
        <h1>{title}</h1>
        {text && <p className="lede muted">{text}</p>}
        {children}
      </div>
      <svg viewBox="0 0 1440 96" preserveAspectRatio="none" aria-hidden="true">
        <path d="M0 24.5H600M0 36.5H580M0 60.5H560M0 72.5H590M840 24.5H1440M860 36.5H1440M880 60.5H1440M850 72.5H1440" />
        <path className="accent-line" d="M0 48H620M820 48H1440" />
      </svg>
    </main>
  );
}
