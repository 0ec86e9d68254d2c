import { actionLinks as copy } from '../../content/action-links.ts';
import meeting from '../../content/drawings/meeting.svg?raw';
import { firm } from '../../content/firm.ts';
import { slaMs } from '../../inquiry/deadlines.ts';
import { formatTime } from '../../inquiry/format-time.ts';
import { labelFields } from '../../inquiry/inquiry.ts';
import {
  getAuthor,
  linkActions,
  type SignedLink,
  toTitleCase,
} from '../../inquiry/link-actions.ts';
import type { ConfirmationFields, LinkState } from '../../inquiry/link-state.ts';
import { formatReviewState } from '../../inquiry/status.ts';
import type { HistoryEntry, NewestInquiries, StoredInquiry } from '../../inquiry/stored-inquiry.ts';
import { BrandName } from '../layout/brand.tsx';
import { ErrorScreen } from '../layout/error-screens.tsx';
import { TitleBlock } from '../layout/title-block.tsx';
import { Drawing } from '../ui/drawing.tsx';

/** State of an action link's page. */
export type ActionLinkView =
  LinkView | { state: 'incomplete' | 'invalidSignature' | 'expired' | 'unavailable' };

interface LinkView extends LinkState, SignedLink {
  /** Fields of a rejected confirmation. */
  typed?: ConfirmationFields;
  /** Name that the browser entered last. */
  knownName?: string | undefined;
  /** Path of the link that reopens a closed inquiry. */
  reopenPath?: string | undefined;
}

/** The page of an action link, rendered on the server only. It works without script. */
export function ActionLinkPage({ view }: { view: ActionLinkView }) {
  if (!('action' in view)) return <ErrorScreen {...copy.invalidLinks[view.state]} />;
  if (view.state === 'deleted') return <ErrorScreen {...copy.invalidLinks.deleted} />;
  const { state, inquiry, lastChange, problem, reopenPath, typed, suspected } = view;
  const isOpen = state === 'open';
  const notice = getNotice(view);
  return (
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
              <h1 className="statement">{getHeading(view)}</h1>
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
                {notice && <p>{notice}</p>}
                {inquiry && (!isOpen || lastChange) && (
                  <p dir="auto">
                    {copy.deadlines.status}: <b>{formatReviewState(inquiry)}</b>.{' '}
                    {/* The heading of the problem tells it already. */}
                    {problem !== 'changed' && describeChange(lastChange)}
                  </p>
                )}
                {reopenPath && (
                  <p>
                    <a href={reopenPath}>{linkActions.reopen.confirm}</a>
                  </p>
                )}
                {isOpen && <ConfirmForm view={view} />}
                {!isOpen && typed?.note && (
                  <Details list={[{ label: copy.unsavedNote, value: typed.note }]} />
                )}
                {inquiry && (
                  <>
                    <h2 className="visually-hidden">{copy.inquiryHeading}</h2>
                    <div className="grid">
                      <Details list={getDetails(inquiry)} />
                    </div>
                  </>
                )}
                {isOpen && suspected && <SuspectedSpam {...suspected} />}
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
}

function getHeading({ state, reason, action, inquiry, suspected }: LinkView) {
  const { confirm, done } = linkActions[action];
  if (reason) return copy.refused.heading[reason];
  if (suspected) return state === 'used' ? copy.many.done : copy.many.heading(suspected.count);
  if (action === 'assign' && inquiry?.assignee) return copy.assignedTo(inquiry.assignee);
  return state === 'used' ? done : confirm;
}

/** Describes the effect of the action, or why it cannot be confirmed. */
function getNotice(view: LinkView) {
  const { state, usedAt, reason, action, inquiry, problem, suspected, before = inquiry } = view;
  if (suspected) return state === 'used' ? copy.many.doneNotice : copy.many.notice;
  if (usedAt) return copy.usedNotice(format(usedAt));
  if (reason) return copy.refused[reason];
  if (!inquiry || !before || problem) return undefined;
  const responseDue = format(inquiry.receivedAt, slaMs.response);
  const facts = { responseDue, assignee: getAssignee(inquiry), before: formatReviewState(before) };
  return linkActions[action].effect(facts);
}

/** Posts to its own URL, whose signature authorizes the action. */
function ConfirmForm({ view }: { view: LinkView }) {
  const { action, expiresAt, problem, shown, lastChange } = view;
  const isAssignment = action === 'assign';
  const isReusable = isAssignment || action === 'spam-many';
  const { form, problems } = copy;
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
            {(problem === 'changed' && describeChange(lastChange)) || problems[problem].heading}
          </h3>
          <p>{problems[problem].detail}</p>
        </div>
      )}
      <fieldset>
        <legend className="visually-hidden">{form.legend}</legend>
        {isAssignment && <Field view={view} name="assignee" />}
        <Field view={view} name="by" />
        {!isReusable && <Field view={view} name="note" />}
      </fieldset>
      <input type="hidden" name="shown" value={shown} />
      <button className="button">
        {toTitleCase(isAssignment && shown ? form.reassign : linkActions[action].confirm)}
      </button>
      <p className="privacy">{copy.expiryNotice(format(expiresAt), isReusable)}</p>
    </form>
  );
}

function Field({ view, name }: { view: LinkView; name: keyof ConfirmationFields }) {
  const { typed, knownName, assignees, errors } = view;
  const error = errors?.[name];
  const isNote = name === 'note';
  const attributes = {
    id: name,
    name,
    defaultValue: typed?.[name] ?? (isNote ? undefined : knownName),
    // Without script, autofocus leads to the error.
    autoFocus: Boolean(error),
    ...(error && { 'aria-invalid': true, 'aria-describedby': `${name}-error` }),
  };
  const suggestions =
    name === 'by' ? { autoComplete: 'name' } : { autoComplete: 'off', list: 'names' };
  return (
    <div className="field field-wide">
      <div className="field-label">
        <label htmlFor={name}>{copy.form[name]}</label>
        {isNote && <small>{copy.form.optional}</small>}
      </div>
      {isNote && <textarea rows={2} {...attributes} />}
      {!isNote && <input type="text" required {...suggestions} {...attributes} />}
      {name === 'assignee' && (
        <datalist id="names">
          {assignees?.map((assignee) => (
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

/** Lists suspected spam, which one confirmation marks. */
const SuspectedSpam = ({ count, first }: NewestInquiries) => (
  <>
    <Details
      list={first.map((inquiry) => ({
        label: copy.inquirer(inquiry),
        value: `${format(inquiry.receivedAt)}: ${inquiry.suspectedSpam}`,
      }))}
    />
    {count > first.length && <p>{copy.many.rest(count - first.length)}</p>}
  </>
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
