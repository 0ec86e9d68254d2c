import { Link } from 'react-router';

interface ClosingCallProps {
  title: string;
  lede?: string;
  /** Label of the link to the contact form. */
  action: string;
}

/** The last section of every page that does not have the form. */
export function ClosingCall({ title, lede, action }: ClosingCallProps) {
  return (
    <section className="section theme-deep closing-call">
      <div className="container grid">
        <div className="col-end-8">
          <h2>{title}</h2>
          {lede && <p className="lede">{lede}</p>}
        </div>
        <p className="col-start-8">
          <Link className="button" to="/contact">
            {action}
          </Link>
        </p>
      </div>
    </section>
  );
}
