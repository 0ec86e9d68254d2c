import { Fragment } from 'react';
import { followUp } from '../content/follow-up.ts';
import { describeStanding } from '../../inquiries/field-labels.ts';
import type { InquiryView } from './follow-up-view.ts';

/** Where an inquiry stands, and what is promised until when. */
export function Deadlines({ inquiry: { standing, times } }: { inquiry: InquiryView }) {
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
export function Sent({ inquiry: { fields } }: { inquiry: InquiryView }) {
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

export const Lines = ({ text }: { text: string }) =>
  text.split('\n').map((line, i) => (
    <Fragment key={i}>
      {i > 0 && <br />}
      {line}
    </Fragment>
  ));
