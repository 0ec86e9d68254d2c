import type { ReactNode } from 'react';
import { actionLinks as copy } from '../../content/action-links.ts';
import meeting from '../../content/drawings/meeting.svg?raw';
import { promisedMs } from '../../inquiry/deadlines.ts';
import { labelFields } from '../../inquiry/inquiry.ts';
import { formatReviewState } from '../../inquiry/status.ts';
import type { StoredInquiry } from '../../inquiry/stored-inquiry.ts';
import { BrandName } from '../layout/brand.tsx';
import { TitleBlock } from '../layout/title-block.tsx';
import { Drawing } from '../ui/drawing.tsx';
import { formatTeamTime, getAssignee } from './inquiry-texts.ts';

interface LinkLayoutProps {
  heading: string;
  /** Shown below the `children`, with the deadlines of the inquiry beside them. */
  inquiry?: StoredInquiry;
  children: ReactNode;
}

/** Layout of the page of a link. */
export const LinkLayout = ({ heading, inquiry, children }: LinkLayoutProps) => (
  <>
    <header className="header theme-ink">
      <div className="container">
        <BrandName />
      </div>
    </header>
    <main id="main">
      <div className="page link-page">
        <section className="theme-ink contact-hero">
          <Drawing className="wide-only" preserveAspectRatio="none" svg={meeting} />
          <div className="container grid">
            <h1 className="statement">{heading}</h1>
            {inquiry && (
              <p className="lede" dir="auto">
                {copy.inquirer(inquiry)}
              </p>
            )}
          </div>
        </section>
        <section className="theme-film contact">
          <div className="container grid">
            <div className="panel theme-paper col-end-8">
              {children}
              {inquiry && (
                <>
                  <h2 className="visually-hidden">{copy.inquiryHeading}</h2>
                  <div className="grid">
                    <Details list={getDetails(inquiry)} />
                  </div>
                </>
              )}
            </div>
            {inquiry && (
              <aside className="aside col-start-9" aria-label={copy.deadlines.heading}>
                <Details list={getDeadlines(inquiry)} />
              </aside>
            )}
          </div>
        </section>
      </div>
    </main>
    <footer className="footer theme-ink">
      <div className="container">
        <TitleBlock sheet={copy.sheet} drawing={meeting} />
      </div>
    </footer>
  </>
);

interface CurrentStatusProps {
  inquiry: StoredInquiry;
  /** The last change. */
  children?: ReactNode;
}

export const CurrentStatus = ({ inquiry, children }: CurrentStatusProps) => (
  <p dir="auto">
    {copy.deadlines.status}: <b>{formatReviewState(inquiry)}</b>. {children}
  </p>
);

export const Details = ({ list }: { list: { label: string; value: ReactNode }[] }) => (
  <dl className="details">
    {list.map(({ label, value }, index) => (
      <div key={index}>
        <dt dir="auto">{label}</dt>
        <dd dir="auto">{value}</dd>
      </div>
    ))}
  </dl>
);

/** Returns the message and then the other fields, without those in the heading. */
function getDetails(inquiry: StoredInquiry) {
  const details = labelFields({ ...inquiry, firstName: '', lastName: '', company: '' });
  return [...details.slice(-1), ...details.slice(0, -1)];
}

function getDeadlines(inquiry: StoredInquiry) {
  const { assignee, received, review, response } = copy.deadlines;
  const { receivedAt } = inquiry;
  return [
    { label: assignee, value: describeAssignment(inquiry) },
    { label: received, value: formatTeamTime(receivedAt) },
    { label: review, value: formatTeamTime(receivedAt, promisedMs.review) },
    { label: response, value: formatTeamTime(receivedAt, promisedMs.response) },
  ];
}

function describeAssignment(inquiry: StoredInquiry): string {
  const { assignment, unassigned } = copy.deadlines;
  const assignee = getAssignee(inquiry);
  return assignee ? assignment(assignee.name, assignee.since) : unassigned;
}
