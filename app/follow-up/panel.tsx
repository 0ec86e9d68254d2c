import { followUp } from '../content/follow-up.ts';
import { describeStanding } from '../../inquiries/field-labels.ts';
import { ConfirmForm } from './confirm-form.tsx';
import type { InquiryView, LiveView } from './follow-up-view.ts';
import { Lines } from './inquiry-details.tsx';

/** What a link does, or did, or why it does nothing. */
export function Panel({ view }: { view: LiveView }) {
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
