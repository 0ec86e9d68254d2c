import { header } from '../content/layout.ts';

export function SkipLink() {
  return (
    <a className="visually-hidden skip-link" href="#main">
      {header.skip}
    </a>
  );
}
