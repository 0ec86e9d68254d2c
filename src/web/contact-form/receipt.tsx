import { contact } from '../../content/contact.ts';
import launched from '../../content/drawings/launched.svg?raw';
import { titleBlock } from '../../content/layout.ts';
import { useSiteData } from '../site-data.ts';
import { Drawing } from '../ui/drawing.tsx';
import { readTitle } from '../ui/read-drawing.ts';
import type { ReceiptTimes } from './receipt-times.ts';

/**
 * The receipt of a sent inquiry: a sheet across the form's panel, which screen readers read on
 * focus. After a native submission, it contains the text of the toast. `times`: undefined if the
 * server did not say when the inquiry arrived.
 */
export function Receipt({ times }: { times: ReceiptTimes | undefined }) {
  const copy = contact.outcome;
  const { sent } = useSiteData();
  return (
    <div
      className="outcome launched theme-ink"
      id="sent"
      role="group"
      tabIndex={-1}
      aria-labelledby="outcome-heading"
      // Refers to each time by its id, because WebKit omits lists from descriptions.
      aria-describedby="outcome-detail receipt-1 receipt-2 receipt-3"
    >
      <Drawing svg={launched} />
      <p className="statement" id="outcome-heading">
        {copy.received}
      </p>
      {sent && <p id="outcome-detail">{copy.success}</p>}
      {times ? <Times times={times} /> : <p id="outcome-detail">{copy.successDetail}</p>}
    </div>
  );
}

/** The title block of the sheet. */
function Times({ times }: { times: ReceiptTimes }) {
  const drawing = readTitle(launched);
  return (
    <ol className="receipt">
      {times.map(([day, time], i) => (
        <li key={i} id={`receipt-${i + 1}`}>
          <span className="muted">{contact.outcome.receipt[i]}</span> <b>{day}</b>{' '}
          <span>{time}</span>
          {/* Makes screen readers pause. */}
          <span className="visually-hidden">.</span>
        </li>
      ))}
      {drawing && (
        <li aria-hidden="true">
          <span className="muted">{titleBlock.drawing}</span> <b>{drawing}</b>
        </li>
      )}
    </ol>
  );
}
