import type { ReactNode } from 'react';
import { actionLinks as copy } from '../../content/action-links.ts';
import meeting from '../../content/drawings/meeting.svg?raw';
import { firm } from '../../content/firm.ts';
import { slaMs } from '../../inquiry/deadlines.ts';
import { toExcerpt } from '../../inquiry/excerpt.ts';
import { formatPlural } from '../../inquiry/format-number.ts';
import { formatMinute, formatTime } from '../../inquiry/format-time.ts';
import { showHiddenChars } from '../../inquiry/hidden-chars.ts';
import { labelFields } from '../../inquiry/inquiry.ts';
import {
  getAuthor,
  type LinkAction,
  type LinkActionDetails,
  linkActions,
} from '../../inquiry/link-actions.ts';
import { toEnglish } from '../../inquiry/place.ts';
import { formatReviewState } from '../../inquiry/status.ts';
import type { HistoryEntry, StoredInquiry } from '../../inquiry/stored-inquiry.ts';
import { BrandName } from '../layout/brand.tsx';
import { ErrorScreen } from '../layout/error-screens.tsx';
import { TitleBlock } from '../layout/title-block.tsx';
import { Drawing } from '../ui/drawing.tsx';
import { ConfirmForm, type ProblemProps } from './confirm-form.tsx';
import type {
  ConfirmationFields,
  InitialValues,
  OpenLink,
  RefusedLink,
  ShownInquiry,
  SuspectedLink,
  UsedLink,
} from './link-state.ts';

const team = toEnglish(firm);

/** Reasons why the values of a confirmation were not read. */
export const unreadProblems = ['tooLarge', 'unread'] as const;
type UnreadProblem = (typeof unreadProblems)[number];

/** Contents of the page of an action link. */
export type ActionLinkView =
  InvalidView | UnreadView | UnsavedView | OpenView | UsedView | RefusedView | SuspectedView;

/** A link that leads to no inquiry. */
interface InvalidView {
  state: keyof typeof copy.invalidLinks;
}

/** A confirmation whose values were not read. */
interface UnreadView {
  state: UnreadProblem;
}

/** A page with a form. */
interface FormView {
  action: LinkAction;
  /** ISO 8601 in UTC. */
  expiresAt: string;
  values: InitialValues;
}

/** A confirmation that failed. The inquiry is unknown. */
interface UnsavedView extends FormView {
  state: 'unsaved';
  /** Version that the form before repeated. */
  version: string;
}

interface OpenView extends OpenLink, FormView {}

interface SuspectedView extends SuspectedLink, FormView {
  /** Paths of the links that judge the listed inquiries as no spam, in their order. */
  notSpamPaths: string[];
}

/** A page that says why there is nothing to confirm. */
interface SettledView {
  action: LinkAction;
  /** Note of a confirmation that came too late. */
  unsavedNote: string | undefined;
  /** Path of the link that reopens the inquiry, if a change closed it. */
  reopenPath: string | undefined;
}

interface UsedView extends UsedLink, SettledView {}

interface RefusedView extends RefusedLink, SettledView {}

/** The page of an action link, rendered on the server only. It works without script. */
export function ActionLinkPage({ view }: { view: ActionLinkView }) {
  switch (view.state) {
    case 'open':
      return <OpenPage view={{ ...view, ...showInquiry(view) }} />;
    case 'suspected':
      return <SuspectedPage view={view} />;
    case 'used':
      return <UsedPage view={{ ...view, ...showInquiry(view) }} />;
    case 'refused':
      return <RefusedPage view={{ ...view, ...showInquiry(view) }} />;
    case 'unsaved':
      return <UnsavedPage view={view} />;
    case 'tooLarge':
    case 'unread':
      return <UnreadPage problem={view.state} />;
    case 'incomplete':
    case 'invalidSignature':
    case 'expired':
    case 'deleted':
    case 'unavailable':
      return <ErrorScreen {...copy.invalidLinks[view.state]} />;
  }
}

/**
 * Shows the hidden characters of what the inquirer and colleagues wrote. The page's own texts may have soft
 * hyphens, and the form posts names as they are.
 */
const showInquiry = ({ inquiry, lastChange }: ShownInquiry): ShownInquiry => ({
  inquiry: showTexts(inquiry),
  lastChange: lastChange && showTexts(lastChange),
});

function showTexts<Texts extends object>(texts: Texts): Texts {
  const shown = Object.entries(texts).map(([name, text]: [string, unknown]) => [
    name,
    typeof text === 'string' ? showHiddenChars(text) : text,
  ]);
  return Object.fromEntries(shown) as Texts;
}

/** A link that can be confirmed: the form, and the inquiry. */
function OpenPage({ view }: { view: OpenView }) {
  return (
    <LinkLayout heading={getOpenHeading(view)} inquiry={view.inquiry}>
      <OpenContent view={view} />
    </LinkLayout>
  );
}

function OpenContent({ view }: { view: OpenView }) {
  const { rejection } = view;
  switch (rejection?.problem) {
    case 'changed':
      return <OutdatedConfirmation view={view} />;
    case 'unknown-name':
      return (
        <OpenForm
          view={view}
          problem={copy.problems.unknownName(showHiddenChars(rejection.name))}
        />
      );
    case 'invalid':
      return <Confirmation view={view} errors={rejection.errors} />;
    case undefined:
      return <Confirmation view={view} errors={undefined} />;
  }
}

interface ConfirmationProps {
  view: OpenView;
  /** Messages by field, if the last confirmation was invalid. */
  errors: Partial<ConfirmationFields> | undefined;
}

/** Shows the effect of a confirmation, the current status with the last change, and the form. */
function Confirmation({ view, errors }: ConfirmationProps) {
  const change = describeChange(view.lastChange);
  return (
    <>
      <p>{describeEffect(view)}</p>
      {change && <CurrentStatus inquiry={view.inquiry}>{change}</CurrentStatus>}
      <OpenForm view={view} errors={errors} />
    </>
  );
}

/** The form again, after a colleague's change, which the heading of the problem describes. */
function OutdatedConfirmation({ view }: { view: OpenView }) {
  const change = describeChange(view.lastChange);
  const { heading, detail } = copy.problems.changed;
  return (
    <>
      {change && <CurrentStatus inquiry={view.inquiry} />}
      <OpenForm view={view} problem={{ heading: change ?? heading, detail }} />
    </>
  );
}

interface OpenFormProps {
  view: OpenView;
  /** Messages by field, if the last confirmation was invalid. */
  errors?: Partial<ConfirmationFields> | undefined;
  problem?: ProblemProps;
}

/** The form of an open link, with what was typed. */
const OpenForm = ({ view, errors, problem }: OpenFormProps) => (
  <ConfirmForm
    action={view.action}
    expiresAt={view.expiresAt}
    version={view.version}
    isReassignment={isReassignment(view)}
    values={view.values}
    assignees={getAssignees(view)}
    questionedName={getQuestionedName(view)}
    errors={errors}
    problem={problem}
  />
);

const isReassignment = ({ action, inquiry }: OpenView): boolean =>
  action === 'assign' && getAssignee(inquiry) !== undefined;

const getQuestionedName = ({ rejection }: OpenView): string | undefined =>
  rejection?.problem === 'unknown-name' ? rejection.name : undefined;

/** Returns the names to suggest for an assignment. */
const getAssignees = ({ step }: OpenView): string[] =>
  step.kind === 'assign' ? step.assignees : [];

/** Returns the name of the action, or for an assignment the assignee whom a confirmation replaces. */
function getOpenHeading({ action, inquiry }: OpenView): string {
  const assignee = getAssignee(inquiry);
  if (action === 'assign' && assignee) return copy.assignedTo(assignee.name);
  return linkActions[action].confirm;
}

/** Describes what a confirmation does. */
function describeEffect({ action, inquiry, step }: OpenView): string | undefined {
  const details: LinkActionDetails = linkActions[action];
  if (details.kind === 'mark') return details.effect(format(inquiry.receivedAt, slaMs.response));
  if (details.kind === 'assign') return details.effect(getAssignee(inquiry));
  if (details.kind === 'reopen' && step.kind === 'reopen') return details.effect(step.before);
  return undefined;
}

/** A link that made a change: when, and the inquiry. */
function UsedPage({ view }: { view: UsedView }) {
  const details: LinkActionDetails = linkActions[view.action];
  const hasDone = details.kind === 'mark' || details.kind === 'reopen';
  return (
    <SettledLayout
      view={view}
      heading={hasDone ? details.done : details.confirm}
      notice={copy.usedNotice(format(view.usedAt))}
    />
  );
}

/** A link whose action is refused: the reason, and the inquiry. */
const RefusedPage = ({ view }: { view: RefusedView }) => (
  <SettledLayout
    view={view}
    heading={copy.refused.heading[view.reason]}
    notice={copy.refused[view.reason]}
  />
);

interface SettledLayoutProps {
  view: UsedView | RefusedView;
  heading: string;
  notice: string;
}

const SettledLayout = ({ view, heading, notice }: SettledLayoutProps) => (
  <LinkLayout heading={heading} inquiry={view.inquiry}>
    <p>{notice}</p>
    <CurrentStatus inquiry={view.inquiry}>{describeChange(view.lastChange)}</CurrentStatus>
    {view.reopenPath && (
      <p>
        <a href={view.reopenPath}>{linkActions.reopen.confirm}</a>
      </p>
    )}
    {view.unsavedNote && (
      <Details list={[{ label: copy.unsavedNote, value: showHiddenChars(view.unsavedNote) }]} />
    )}
  </LinkLayout>
);

/** The link for all suspected spam: the form, and the list that one confirmation marks. */
function SuspectedPage({ view }: { view: SuspectedView }) {
  const { action, expiresAt, version, values, rejection, notSpamPaths } = view;
  const { count, first } = view.suspected;
  const errors = rejection?.problem === 'invalid' ? rejection.errors : undefined;
  if (count === 0) {
    return (
      <LinkLayout heading={copy.many.done}>
        <p>{copy.many.doneNotice}</p>
      </LinkLayout>
    );
  }
  return (
    <LinkLayout heading={formatPlural(team, copy.many.heading, first.length)}>
      <p>{copy.many.notice}</p>
      <ConfirmForm
        action={action}
        expiresAt={expiresAt}
        version={version}
        values={values}
        errors={errors}
      />
      <Details
        list={first.map((inquiry, index) => ({
          label: copy.inquirer(showTexts(inquiry)),
          value: <Suspicion inquiry={inquiry} notSpamPath={notSpamPaths[index]} />,
        }))}
      />
      {count > first.length && <p>{formatPlural(team, copy.many.rest, count - first.length)}</p>}
    </LinkLayout>
  );
}

interface SuspicionProps {
  inquiry: StoredInquiry;
  notSpamPath: string | undefined;
}

/** Shows the suspicion about an inquiry, the beginning of its message, and the link that judges it as no spam. */
function Suspicion({ inquiry, notSpamPath }: SuspicionProps) {
  const [firstLine = ''] = inquiry.message.split('\n');
  return (
    <>
      {`${formatMinute(team, Date.parse(inquiry.receivedAt))}: ${inquiry.suspectedSpam}\n`}
      <q dir="auto">{toExcerpt(firstLine, 100)}</q>
      {'\n'}
      <a href={notSpamPath}>{linkActions['not-spam'].label}</a>
    </>
  );
}

/** A confirmation that failed: the form alone. */
const UnsavedPage = ({ view: { action, expiresAt, version, values } }: { view: UnsavedView }) => (
  <LinkLayout heading={linkActions[action].confirm}>
    <ConfirmForm
      action={action}
      expiresAt={expiresAt}
      version={version}
      values={values}
      problem={copy.problems.failed}
    />
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
  heading: string;
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

const CurrentStatus = ({ inquiry, children }: { inquiry: StoredInquiry; children?: ReactNode }) => (
  <p dir="auto">
    {copy.deadlines.status}: <b>{formatReviewState(inquiry)}</b>. {children}
  </p>
);

const Details = ({ list }: { list: { label: string; value: ReactNode }[] }) => (
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
  const { assignee, received, review, response } = copy.deadlines;
  const { receivedAt } = inquiry;
  return [
    { label: assignee, value: describeAssignment(inquiry) },
    { label: received, value: format(receivedAt) },
    { label: review, value: format(receivedAt, slaMs.review) },
    { label: response, value: format(receivedAt, slaMs.response) },
  ];
}

function describeAssignment(inquiry: StoredInquiry): string {
  const { assignment, unassigned } = copy.deadlines;
  const assignee = getAssignee(inquiry);
  return assignee ? assignment(assignee.name, assignee.since) : unassigned;
}

function describeChange(change: HistoryEntry | undefined) {
  if (!change) return undefined;
  const author = getAuthor(change) ?? copy.somebody;
  const time = format(change.at);
  if (change.assignee === undefined)
    return copy.changed(author, formatReviewState(change).toLowerCase(), time);
  if (change.assignee === '') return copy.unassigned(author, time);
  return copy.assigned(author, change.assignee, time);
}

const format = (time: string, afterMs = 0) => formatTime(team, Date.parse(time) + afterMs);

const getAssignee = ({ assignee, receivedAt, assignedAt = receivedAt }: StoredInquiry) =>
  assignee ? { name: assignee, since: format(assignedAt) } : undefined;
