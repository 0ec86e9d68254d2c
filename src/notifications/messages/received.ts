import { getDeadline, promisedMs } from '../../inquiry/deadlines.ts';
import { fieldRecords, type Inquiry } from '../../inquiry/inquiry.ts';
import { formatReviewState } from '../../inquiry/status.ts';
import type { StoredInquiry } from '../../inquiry/stored-inquiry.ts';
import { readEarlier } from '../../store/inquiries/find-inquiry.ts';
import { toExcerpt } from '../../text/excerpt.ts';
import { formatDate, formatTime } from '../../text/format-time.ts';
import {
  describeAssignee,
  describePerson,
  describeProfile,
  describeState,
  dueLine,
  type MailedInquiry,
  previewLength,
} from '../email/describe-inquiry.ts';
import { composeInquiryMail } from '../email/inquiry-mail.ts';
import {
  renderEntry,
  renderFact,
  renderParagraph,
  renderQuote,
  renderSection,
} from '../email/render-mail.ts';
import { loadInquiry, type MailTexts, type Message } from './message.ts';

export interface ReceivedData extends MailedInquiry {
  /** Earlier inquiries from the same address. */
  earlier?: StoredInquiry[];
}

/** Notification of a new inquiry. */
export const received: Message = {
  kind: 'received',

  async load(event, { store }) {
    const mailed = await loadInquiry(store, event);
    if (!mailed) return undefined;
    const earlier = await readEarlier(store, mailed.inquiry);
    return writeReceived({ ...mailed, earlier });
  },
};

/** Writes the texts about a new inquiry, in the order in which a partner judges it. */
export const writeReceived = (data: ReceivedData): MailTexts => ({
  mail(context) {
    const { inquiry, earlier = [] } = data;
    const { receivedAt, message } = inquiry;
    const { localeOptions } = context;
    const format = (afterMs: number) => formatTime(localeOptions, Date.parse(receivedAt) + afterMs);
    const arrival = `Received: ${format(0)}`;
    const deadlines = renderParagraph(
      renderFact('Review it by', format(promisedMs.review)),
      renderFact('If qualified, respond by', format(promisedMs.response)),
      arrival,
    );
    const due = getDeadline(inquiry);
    const isReviewed = inquiry.status !== 'new';
    const earlierEntries = earlier.map((one) =>
      renderEntry(`${one.firstName} ${one.lastName}, ${one.company}`, [
        `Received on ${formatDate(localeOptions, Date.parse(one.receivedAt))}`,
        `${formatReviewState(one)}.${getDeadline(one) ? ` ${describeAssignee(one)}` : ''}`,
      ]),
    );
    const parts = [
      describePerson(data),
      describeProfile(inquiry),
      renderQuote(message),
      renderSection('Earlier inquiries from this address', earlierEntries),
      isReviewed
        ? renderParagraph(due && dueLine(due, localeOptions), arrival)
        : renderSection('Deadlines', [deadlines]),
    ];
    const mail = composeInquiryMail(data, due, parts, context);
    // A recipient whom the mail server refused for a while gets the e-mail after changes.
    const isChanged = isReviewed || inquiry.assignee !== undefined;
    return {
      ...mail,
      news: isChanged ? describeState(inquiry, mail.news) : mail.news,
      excerpt: toExcerpt(message, previewLength),
      startsThread: true,
    };
  },

  webhook() {
    const { inquiry } = data;
    const { id, receivedAt, suspectedSpam } = inquiry;
    const values = Object.keys(fieldRecords).map((name) => [name, inquiry[name as keyof Inquiry]]);
    return {
      type: 'inquiry.received',
      timestamp: receivedAt,
      data: { id, receivedAt, ...Object.fromEntries(values), suspectedSpam },
    };
  },
});
