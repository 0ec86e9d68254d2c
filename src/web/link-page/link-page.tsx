import type { ReactNode } from 'react';
import { actionLinks as copy } from '../../content/action-links.ts';
import meeting from '../../content/drawings/meeting.svg?raw';
import { firm } from '../../content/firm.ts';
import { slaMs } from '../../inquiry/deadlines.ts';
import { formatTime } from '../../inquiry/format-time.ts';
import { labelFields } from '../../inquiry/inquiry.ts';
import { getAuthor, linkActions, type SignedLink } from '../../inquiry/link-actions.ts';
import type { OpenLink, SettledLink, SuspectedLink } from './link-state.ts';
import { formatReviewState } from '../../inquiry/status.ts';
import type { HistoryEntry, StoredInquiry } from '../../inquiry/stored-inquiry.ts';
import { BrandName } from '../layout/brand.tsx';
import { ErrorScreen } from '../layout/error-screens.tsx';
import { TitleBlock } from '../layout/title-block.tsx';
import { Drawing } from '../ui/drawing.tsx';
import { ConfirmForm, type FormView } from './confirm-form.tsx';

/** Reasons why the values of a confirmation were not read. */
export const unreadProblems = ['tooLarge', 'unread'] as const;
type UnreadProblem = (typeof unreadProblems)[number];

/** State of an action link's page. */
export type ActionLinkView =
  | { state: keyof typeof copy.invalidLinks | UnreadProblem }
  | OpenView
  | SettledView
  | SuspectedView
  | UnsavedView;

type OpenView = SignedLink & OpenLink;
type SuspectedView = SignedLink & SuspectedLink;
/** View of a confirmation that failed, whose inquiry is unknown. */
type UnsavedView = FormView & { state: 'open' };
/** `reopenPath`: of the link that reopens a closed inquiry. */
type SettledView = SignedLink & SettledLink & Pick<FormView, 'typed'> & { reopenPath?: string };

/** The page of an action link, rendered on the server only. It works without script. */
export function ActionLinkPage({ view }: { view: ActionLinkView }) {
  if (view.state === 'suspected') return <SuspectedPage view={view} />;
  if (view.state === 'used' || view.state === 'refused') return <SettledPage view={view} />;
  if (view.state === 'tooLarge' || view.state === 'unread')
    return <UnreadPage problem={view.state} />;
  if (view.state !== 'open') return <ErrorScreen {...copy.invalidLinks[view.state]} />;
  return 'inquiry' in view ? <OpenPage view={view} /> : <UnsavedPage view={view} />;
}

/** A link that can be confirmed: the effect of its action, the form, and the inquiry. */
function OpenPage({ view }: { view: OpenView }) {
  const { action, inquiry, lastChange, before = inquiry, problem } = view;
  const { confirm, effect } = linkActions[action];
  const assignee = getAssignee(inquiry);
  const responseDue = format(inquiry.receivedAt, slaMs.response);
  const change = describeChange(lastChange);
  return (
    <LinkLayout
      heading={action === 'assign' && assignee ? copy.assignedTo(assignee.name) : confirm}
      inquiry={inquiry}
    >
      {!problem && <p>{effect({ responseDue, assignee, before: formatReviewState(before) })}</p>}
      {/* The heading of the problem `changed` describes the change already. */}
      {change && <CurrentStatus inquiry={inquiry}>{problem !== 'changed' && change}</CurrentStatus>}
      <ConfirmForm view={view} lastChange={change} />
    </LinkLayout>
  );
}

/** A link that was used, or whose action is refused: the reason, and the inquiry. */
function SettledPage({ view }: { view: SettledView }) {
  const { inquiry, lastChange, typed, reopenPath } = view;
  const [heading, notice] =
    view.state === 'used'
      ? [linkActions[view.action].done, copy.usedNotice(format(view.usedAt))]
      : [copy.refused.heading[view.reason], copy.refused[view.reason]];
  return (
    <LinkLayout heading={heading} inquiry={inquiry}>
      <p>{notice}</p>
      <CurrentStatus inquiry={inquiry}>{describeChange(lastChange)}</CurrentStatus>
      {reopenPath && (
        <p>
          <a href={reopenPath}>{linkActions.reopen.confirm}</a>
        </p>
      )}
      {typed?.note && <Details list={[{ label: copy.unsavedNote, value: typed.note }]} />}
    </LinkLayout>
  );
}

/** The link for all suspected spam: the form, and the list that one confirmation marks. */
function SuspectedPage({ view }: { view: SuspectedView }) {
  const { count, first } = view.suspected;
  if (count === 0) {
    return (
      <LinkLayout heading={copy.many.done}>
        <p>{copy.many.doneNotice}</p>
      </LinkLayout>
    );
  }
  return (
    <LinkLayout heading={copy.many.heading(count)}>
      <p>{copy.many.notice}</p>
      <ConfirmForm view={view} />
      <Details
        list={first.map((inquiry) => ({
          label: copy.inquirer(inquiry),
          value: `${format(inquiry.receivedAt)}: ${inquiry.suspectedSpam}`,
        }))}
      />
      {count > first.length && <p>{copy.many.rest(count - first.length)}</p>}
    </LinkLayout>
  );
}

/** A confirmation that failed: the form alone. */
const UnsavedPage = ({ view }: { view: UnsavedView }) => (
  <LinkLayout heading={linkActions[view.action].confirm}>
    <ConfirmForm view={view} />
  </LinkLayout>
);

/** A confirmation whose values were not read: the way back to the form, at the same address. */
const UnreadPage = ({ problem }: { problem: UnreadProblem }) => (
  <ErrorScreen title={copy.problems[problem].heading} text={copy.problems[problem].detail}>
    <a className="button" href="">
      {copy.form.again}
    </a>
  </ErrorScreen>
);

interface LinkLayoutProps {
  heading: string | undefined;
  /** Stands below the `children`, its deadlines beside them. */
  inquiry?: StoredInquiry;
  children: ReactNode;
}

const LinkLayout = ({ heading, inquiry, children }: LinkLayoutProps) => (
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

const CurrentStatus = ({ inquiry, children }: { inquiry: StoredInquiry; children: ReactNode }) => (
  <p dir="auto">
    {copy.deadlines.status}: <b>{formatReviewState(inquiry)}</b>. {children}
  </p>
);

const Details = ({ list }: { list: { label: string; value: string }[] }) => (
  <dl className="details">
    {list.map(({ label, value }, index) => (
      <div key={index}>
        <dt dir="auto">{label}</dt>
        <dd dir="auto">{value}</dd>
      </div>
    ))}
  </dl>
);

/** The message first, without what the heading names. */
function getDetails(inquiry: StoredInquiry) {
  const details = labelFields({ ...inquiry, firstName: '', lastName: '', company: '' });
  return [...details.slice(-1), ...details.slice(0, -1)];
}

function getDeadlines(inquiry: StoredInquiry) {
  const { assignee, assignment, received, review, response } = copy.deadlines;
  const { receivedAt } = inquiry;
  return [
    { label: assignee, value: assignment(getAssignee(inquiry)) },
    { label: received, value: format(receivedAt) },
    { label: review, value: format(receivedAt, slaMs.review) },
    { label: response, value: format(receivedAt, slaMs.response) },
  ];
}

function describeChange(change: HistoryEntry | undefined) {
  if (!change) return undefined;
  const author = getAuthor(change) ?? copy.somebody;
  const time = format(change.at);
  return change.assignee === undefined
    ? copy.changed(author, formatReviewState(change).toLowerCase(), time)
    : copy.assigned(author, change.assignee, time);
}

const format = (time: string, afterMs = 0) => formatTime(firm.timeZone, Date.parse(time) + afterMs);

const getAssignee = ({ assignee, receivedAt, assignedAt = receivedAt }: StoredInquiry) =>
  assignee ? { name: assignee, since: format(assignedAt) } : undefined;
