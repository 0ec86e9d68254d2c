import type { ReactNode } from 'react';
import { actionLinks as copy } from '../content/action-links.ts';
import meeting from '../content/drawings/meeting.svg?raw';
import { firm } from '../content/firm.ts';
import { slaMs } from '../inquiry/deadlines.ts';
import { formatTime } from '../inquiry/format-time.ts';
import { labelFields } from '../inquiry/inquiry.ts';
import { getAuthor, linkActions, toTitleCase } from '../inquiry/link-actions.ts';
import { formatReviewState } from '../inquiry/status.ts';
import type { HistoryEntry } from '../store/inquiries/read-history.ts';
import type { StoredInquiry } from '../store/inquiries/stored-inquiry.ts';
import { BrandName } from '../web/layout/brand.tsx';
import { ErrorScreen } from '../web/layout/error-screens.tsx';
import { TitleBlock } from '../web/layout/title-block.tsx';
import { Drawing } from '../web/ui/drawing.tsx';
import type { ConfirmationFields, LinkState } from './redeem-action-link.ts';
import type { SignedLink } from './signed-links.ts';

/** State of an action link's page. */
export type ActionLinkView =
  LinkView | { state: 'incomplete' | 'invalidSignature' | 'expired' | 'unavailable' };

type LinkView = LinkState &
  SignedLink & {
    /** Fields of a rejected confirmation. */
    typed?: ConfirmationFields;
    /** Name that the browser entered last. */
    knownName?: string | undefined;
    /** Path of the link that reopens a closed inquiry. */
    reopenPath?: string | undefined;
  };
type ManyView = Extract<LinkView, { state: 'many' }>;
type InquiryView = Exclude<LinkView, { state: 'deleted' | 'many' }>;
type OpenView = Extract<LinkView, { state: 'open' }>;
type FormView = OpenView | ManyView;

/** The page of an action link, rendered on the server only. It works without script. */
export function ActionLinkPage({ view }: { view: ActionLinkView }) {
  if (!('action' in view) || view.state === 'deleted')
    return <ErrorScreen {...copy.invalidLinks[view.state]} />;
  return view.state === 'many' ? <ManyPage view={view} /> : <InquiryPage view={view} />;
}

interface LinkPageProps {
  heading: string | undefined;
  lede?: string | undefined;
  aside?: ReactNode;
  children: ReactNode;
}

const LinkPage = ({ heading, lede, aside, children }: LinkPageProps) => (
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
            {lede && (
              <p className="lede" dir="auto">
                {lede}
              </p>
            )}
          </div>
        </section>
        <section className="theme-film contact">
          <div className="container grid">
            <div className="panel theme-paper col-end-8">{children}</div>
            {aside}
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

function InquiryPage({ view }: { view: InquiryView }) {
  const { inquiry, lastChange } = view;
  const notice = getNotice(view);
  // The heading of the problem tells it already.
  const isTold = view.state === 'open' && view.problem === 'changed';
  return (
    <LinkPage
      heading={getHeading(view)}
      lede={inquiry && copy.inquirer(inquiry)}
      aside={inquiry && <Deadlines inquiry={inquiry} />}
    >
      {notice && <p>{notice}</p>}
      {inquiry && (view.state !== 'open' || lastChange) && (
        <p dir="auto">
          {copy.deadlines.status}: <b>{formatReviewState(inquiry)}</b>.{' '}
          {lastChange && !isTold && describeChange(lastChange)}
        </p>
      )}
      {view.reopenPath && (
        <p>
          <a href={view.reopenPath}>{linkActions.reopen.confirm}</a>
        </p>
      )}
      {view.state === 'open' && <ConfirmForm view={view} />}
      {view.state !== 'open' && view.typed?.note && (
        <Details entries={[{ label: copy.unsavedNote, value: view.typed.note }]} />
      )}
      {inquiry && (
        <>
          <h2 className="visually-hidden">{copy.inquiryHeading}</h2>
          <div className="grid">
            <Details entries={getDetails(inquiry)} />
          </div>
        </>
      )}
    </LinkPage>
  );
}

/** Lists suspected spam, which one confirmation marks. */
function ManyPage({ view }: { view: ManyView }) {
  const { count, first } = view;
  const { heading, notice, rest, done, doneNotice } = copy.many;
  if (count === 0) {
    return (
      <LinkPage heading={done}>
        <p>{doneNotice}</p>
      </LinkPage>
    );
  }
  const entries = first.map((inquiry) => ({
    label: copy.inquirer(inquiry),
    value: `${format(inquiry.receivedAt)}: ${inquiry.suspectedSpam}`,
  }));
  return (
    <LinkPage heading={heading(count)}>
      <p>{notice}</p>
      <ConfirmForm view={view} />
      <Details entries={entries} />
      {count > first.length && <p>{rest(count - first.length)}</p>}
    </LinkPage>
  );
}

function getHeading(view: InquiryView) {
  if (view.state === 'refused') return copy.refused.heading[view.reason];
  const assignee = view.action === 'assign' && view.inquiry?.assignee;
  if (assignee) return copy.assignedTo(assignee);
  const { confirm, done } = linkActions[view.action];
  return view.state === 'used' ? done : confirm;
}

/** Describes the effect of the action, or why it cannot be confirmed. */
function getNotice(view: InquiryView) {
  if (view.state === 'used') return copy.usedNotice(format(view.usedAt));
  if (view.state === 'refused') return copy.refused[view.reason];
  const { action, inquiry, problem, before = inquiry } = view;
  if (!inquiry || !before || problem) return undefined;
  const responseDue = format(inquiry.receivedAt, slaMs.response);
  const facts = { responseDue, assignee: getAssignee(inquiry), before: formatReviewState(before) };
  return linkActions[action].effect(facts);
}

/** Posts to its own URL, whose signature authorizes the action. */
function ConfirmForm({ view }: { view: FormView }) {
  const { action, expiresAt, problem, shown } = view;
  const lastChange = view.state === 'open' ? view.lastChange : undefined;
  const isAssignment = action === 'assign';
  const { form, problems } = copy;
  const isChanged = problem === 'changed' && lastChange !== undefined;
  return (
    <form className="inquiry" method="post">
      <h2 className="visually-hidden">{form.heading}</h2>
      {problem && (
        <div
          className="error-summary"
          role="group"
          aria-labelledby="problem"
          tabIndex={-1}
          autoFocus
        >
          <h3 id="problem" dir="auto">
            {isChanged ? describeChange(lastChange) : problems[problem].heading}
          </h3>
          <p>{problems[problem].detail}</p>
        </div>
      )}
      <fieldset>
        <legend className="visually-hidden">{form.legend}</legend>
        {isAssignment && <Field view={view} name="assignee" />}
        <Field view={view} name="by" />
        {view.state === 'open' && !isAssignment && <Field view={view} name="note" />}
      </fieldset>
      <input type="hidden" name="shown" value={shown} />
      <button className="button">
        {toTitleCase(isAssignment && shown ? form.reassign : linkActions[action].confirm)}
      </button>
      <p className="privacy">
        {copy.expiryNotice(format(expiresAt), isAssignment || view.state === 'many')}
      </p>
    </form>
  );
}

function Field({ view, name }: { view: FormView; name: keyof ConfirmationFields }) {
  const { typed, knownName } = view;
  const { assignees = [] } = view.state === 'open' ? view : {};
  const error = view.errors?.[name];
  const attributes = {
    defaultValue: typed?.[name] ?? (name === 'note' ? undefined : knownName),
    id: name,
    name,
    // Without script, autofocus leads to the error.
    autoFocus: Boolean(error),
    ...(error && { 'aria-invalid': true, 'aria-describedby': `${name}-error` }),
  };
  return (
    <div className="field field-wide">
      <div className="field-label">
        <label htmlFor={name}>{copy.form[name]}</label>
        {name === 'note' && <small>{copy.form.optional}</small>}
      </div>
      {name === 'note' ? (
        <textarea rows={2} {...attributes} />
      ) : (
        <input
          type="text"
          required
          {...(name === 'by' ? { autoComplete: 'name' } : { autoComplete: 'off', list: 'names' })}
          {...attributes}
        />
      )}
      {name === 'assignee' && (
        <datalist id="names">
          {assignees.map((assignee) => (
            <option key={assignee} value={assignee} />
          ))}
        </datalist>
      )}
      {error && (
        <p className="field-error" id={`${name}-error`}>
          {error}
        </p>
      )}
    </div>
  );
}

function Deadlines({ inquiry }: { inquiry: StoredInquiry }) {
  const { deadlines } = copy;
  const { receivedAt } = inquiry;
  return (
    <aside className="aside col-start-9" aria-label={deadlines.heading}>
      <Details
        entries={[
          { label: deadlines.assignee, value: deadlines.assignment(getAssignee(inquiry)) },
          { label: deadlines.received, value: format(receivedAt) },
          { label: deadlines.review, value: format(receivedAt, slaMs.review) },
          { label: deadlines.response, value: format(receivedAt, slaMs.response) },
        ]}
      />
    </aside>
  );
}

/** The message first, without what the heading names. */
function getDetails(inquiry: StoredInquiry) {
  const details = labelFields({ ...inquiry, firstName: '', lastName: '', company: '' });
  return [...details.slice(-1), ...details.slice(0, -1)];
}

const Details = ({ entries }: { entries: { label: string; value: string }[] }) => (
  <dl className="details">
    {entries.map(({ label, value }, index) => (
      <div key={index}>
        <dt dir="auto">{label}</dt>
        <dd dir="auto">{value}</dd>
      </div>
    ))}
  </dl>
);

function describeChange(change: HistoryEntry) {
  const { at, assignee } = change;
  const author = getAuthor(change) ?? copy.somebody;
  return assignee === undefined
    ? copy.changed(author, formatReviewState(change).toLowerCase(), format(at))
    : copy.assigned(author, assignee, format(at));
}

const format = (time: string, afterMs = 0) => formatTime(firm.timeZone, Date.parse(time) + afterMs);

const getAssignee = ({ assignee, receivedAt, assignedAt = receivedAt }: StoredInquiry) =>
  assignee ? { name: assignee, since: format(assignedAt) } : undefined;
