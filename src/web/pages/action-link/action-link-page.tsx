import { Fragment } from 'react';
import { followUp } from '../../../content/action-links.ts';
import { firm } from '../../../content/firm.ts';
import { describeStanding } from '../../../inquiry/field-labels.ts';
import { BrandMark } from '../../layout/brand.tsx';
import { ErrorScreen } from '../../layout/error-screen.tsx';
import { BodyPlan } from '../../ui/hull-illustration.tsx';
import type { FollowUpView, InquiryView, LiveView } from './action-link-view.ts';
import { ConfirmForm } from './confirm-form.tsx';

/** Rendered on the server only: everything works without script, so none is sent. */
export function FollowUpPage({ view }: { view: FollowUpView }) {
  switch (view.state) {
    case 'altered':
    case 'expired':
    case 'erased':
    case 'unavailable':
      return <ErrorScreen name={firm.name} {...followUp.deadEnds[view.state]} />;
    case 'limited':
      return <ErrorScreen name={firm.name} {...followUp.limited(view.retryAfterSeconds)} />;
    case 'open':
    case 'used':
    case 'refused':
      return <LivePage view={view} />;
  }
}

function LivePage({ view }: { view: LiveView }) {
  const { inquiry } = view;
  return (
    <>
      <header className="header ink">
        <div className="wrap">
          <span className="brand">
            <BrandMark />
            {firm.name}
          </span>
        </div>
      </header>
      <main id="main">
        <div className="page">
          <section className="ink contact-hero">
            <BodyPlan />
            <div className="wrap grid">
              <h1 className="statement">{headingOf(view)}</h1>
              {inquiry && (
                <p className="lede" dir="auto">
                  {followUp.inquiryOf(inquiry)}
                </p>
              )}
            </div>
          </section>
          <section className="film contact">
            <div className="wrap grid">
              <div className="panel paper lead-7">
                <Panel view={view} />
                {inquiry && <Sent inquiry={inquiry} />}
              </div>
              {inquiry && <Deadlines inquiry={inquiry} />}
            </div>
          </section>
        </div>
      </main>
    </>
  );
}

function headingOf(view: LiveView) {
  const { actions, refused } = followUp;
  if (view.state === 'refused') return refused.heading[view.reason];
  return actions[view.action][view.state === 'used' ? 'done' : 'confirm'];
}

/** What a link does, or did, or why it does nothing. */
function Panel({ view }: { view: LiveView }) {
  const { actions, used, refused } = followUp;
  switch (view.state) {
    case 'open': {
      const { action, inquiry } = view;
      const isMarked = inquiry && inquiry.standing.status !== 'new';
      return (
        <>
          {inquiry && <p>{actions[action].effect(inquiry.times)}</p>}
          {isMarked && <Status inquiry={inquiry} />}
          <ConfirmForm {...view} />
        </>
      );
    }
    case 'used':
      return (
        <>
          <p>{used(view.usedAt)}</p>
          <Status inquiry={view.inquiry} />
          <UnsavedNote note={view.note} />
        </>
      );
    case 'refused':
      return (
        <>
          <p>{refused[view.reason]}</p>
          {view.reason === 'not-allowed' && (
            <p>
              <code>{refused.command(view.inquiry.id)}</code>
            </p>
          )}
          <Status inquiry={view.inquiry} />
          <UnsavedNote note={view.note} />
        </>
      );
  }
}

function Status({ inquiry }: { inquiry: InquiryView }) {
  const { deadlines } = followUp;
  return (
    <p>
      {deadlines.status}: <b>{describeStanding(inquiry.standing)}</b>
    </p>
  );
}

function UnsavedNote({ note }: { note: string | undefined }) {
  const { unsaved } = followUp;
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

/** Where an inquiry stands, and what is promised until when. */
function Deadlines({ inquiry: { standing, times } }: { inquiry: InquiryView }) {
  const { deadlines: words } = followUp;
  return (
    <aside className="aside trail-4" aria-label={words.heading}>
      <Details
        entries={[
          { label: words.status, value: describeStanding(standing) },
          { label: words.received, value: times.received },
          { label: words.review, value: times.review },
          { label: words.response, value: times.response },
        ]}
      />
    </aside>
  );
}

/** What the inquirer sent. */
function Sent({ inquiry: { fields } }: { inquiry: InquiryView }) {
  const { sent } = followUp;
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
