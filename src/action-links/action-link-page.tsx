import { Fragment } from 'react';
import { actionLinks } from '../content/action-links.ts';
import { formatReviewState } from '../inquiry/status.ts';
import { BrandName } from '../web/layout/brand.tsx';
import { ErrorScreen } from '../web/layout/error-screens.tsx';
import { MeetingLines } from '../web/ui/meeting-lines.tsx';
import type { ActionLinkView, InquiryView, InquiryLinkView } from './action-link-view.ts';
import { ConfirmForm } from './confirm-form.tsx';

/** The page of an action link, rendered on the server only. It works without script. */
export function ActionLinkPage({ view }: { view: ActionLinkView }) {
  switch (view.state) {
    case 'incomplete':
    case 'invalidSignature':
    case 'expired':
    case 'deleted':
    case 'unavailable':
      return <ErrorScreen {...actionLinks.invalidLinks[view.state]} />;
    case 'limited':
      return <ErrorScreen {...actionLinks.limited(view.retryAfterSeconds)} />;
    case 'open':
    case 'used':
    case 'refused':
      return <InquiryPage view={view} />;
  }
}

function InquiryPage({ view }: { view: InquiryLinkView }) {
  const { inquiry } = view;
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
            <MeetingLines />
            <div className="container grid">
              <h1 className="statement">{getHeading(view)}</h1>
              {inquiry && (
                <p className="lede" dir="auto">
                  {actionLinks.inquirer(inquiry)}
                </p>
              )}
            </div>
          </section>
          <section className="theme-film contact">
            <div className="container grid">
              <div className="panel theme-paper col-end-8">
                <Panel view={view} />
                {inquiry && <InquiryFacts inquiry={inquiry} />}
                {view.state === 'refused' && view.reason === 'not-allowed' && (
                  <SpamCommand id={view.inquiry.id} />
                )}
              </div>
              {inquiry && <Deadlines inquiry={inquiry} />}
            </div>
          </section>
        </div>
      </main>
    </>
  );
}

function getHeading(view: InquiryLinkView) {
  const { actions, refused } = actionLinks;
  if (view.state === 'refused') return refused.heading[view.reason];
  const assignee = view.action === 'assign' && view.inquiry?.assignee;
  if (assignee) return actionLinks.assignedTo(assignee);
  return actions[view.action][view.state === 'used' ? 'done' : 'confirm'];
}

/** Shows the confirmation form, or the result or rejection of a used link. */
function Panel({ view }: { view: InquiryLinkView }) {
  const { actions, usedNotice, refused } = actionLinks;
  switch (view.state) {
    case 'open': {
      const { action, inquiry, problem } = view;
      const isMarked = inquiry && inquiry.reviewState.status !== 'new';
      return (
        <>
          {inquiry && !problem && <p>{actions[action].effect(inquiry)}</p>}
          {isMarked && <Status inquiry={inquiry} />}
          <ConfirmForm {...view} />
        </>
      );
    }
    case 'used':
      return (
        <>
          <p>{usedNotice(view.usedAt)}</p>
          <Status inquiry={view.inquiry} />
          <UnsavedNote note={view.note} />
        </>
      );
    case 'refused':
      return (
        <>
          <p>{refused[view.reason]}</p>
          <Status inquiry={view.inquiry} />
          <UnsavedNote note={view.note} />
        </>
      );
  }
}

function Status({ inquiry }: { inquiry: InquiryView }) {
  const { deadlines } = actionLinks;
  return (
    <p>
      {deadlines.status}: <b>{formatReviewState(inquiry.reviewState)}</b>
    </p>
  );
}

function UnsavedNote({ note }: { note: string | undefined }) {
  const { unsavedNote: unsaved } = actionLinks;
  if (!note) return null;
  return (
    <div className="inquiry">
      <div className="outcome" role="group" aria-labelledby="unsaved">
        <p id="unsaved">{unsaved}</p>
        <p dir="auto">
          <Lines text={note} />
        </p>
      </div>
    </div>
  );
}

function Deadlines({ inquiry: { assignee, times } }: { inquiry: InquiryView }) {
  const { deadlines: copy } = actionLinks;
  return (
    <aside className="aside col-start-9" aria-label={copy.heading}>
      <Details
        entries={[
          { label: copy.assignee, value: copy.assignment(assignee) },
          { label: copy.received, value: times.received },
          { label: copy.review, value: times.review },
          { label: copy.response, value: times.response },
        ]}
      />
    </aside>
  );
}

/** Last, since most readers cannot run commands. */
function SpamCommand({ id }: { id: string }) {
  const { refused } = actionLinks;
  return (
    <p className="privacy">
      {refused.administrators}
      <br />
      <code>{refused.command(id)}</code>
    </p>
  );
}

function InquiryFacts({ inquiry: { fields } }: { inquiry: InquiryView }) {
  const { inquiryHeading: sent } = actionLinks;
  return (
    <>
      <h2 className="visually-hidden">{sent}</h2>
      <div className="grid">
        <Details entries={fields} />
      </div>
    </>
  );
}

function Details({ entries }: { entries: InquiryView['fields'] }) {
  return (
    <dl className="details">
      {entries.map(({ label, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd dir="auto">
            <Lines text={value} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

const Lines = ({ text }: { text: string }) =>
  text.split('\n').map((line, i) => (
    <Fragment key={i}>
      {i > 0 && <br />}
      {line}
    </Fragment>
  ));
