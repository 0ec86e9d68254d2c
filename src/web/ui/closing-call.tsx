import { Link } from 'react-router';
import { promises } from '../../content/layout.ts';
import { Definitions } from './definitions.tsx';

interface ClosingCallProps {
  title: string;
  lede?: string;
  /** Label of the link to the contact form. */
  action: string;
  /** Without what the firm promises. */
  isShort?: boolean;
}

/** The last section of every page that does not have the form. */
export function ClosingCall({ title, lede, action, isShort }: ClosingCallProps) {
  return (
    <section className={`section theme-deep closing-call ${isShort ? 'is-short' : ''}`}>
      <div className="container grid">
        <div className={isShort ? undefined : 'col-end-7'}>
          <h2>{title}</h2>
          {lede && <p className="lede">{lede}</p>}
          <Link className="button" to="/contact">
            {action}
          </Link>
        </div>
        {!isShort && <Definitions className="promises col-start-8 wide-only" list={promises} />}
      </div>
    </section>
  );
}
