import type { MailCopy } from '../../content/mails.ts';
import { slaMs } from '../../inquiry/deadlines.ts';
import { getOfficeHours } from '../../inquiry/office-hours.ts';
import { getPromisedTimes, type PromisedTimes } from '../../inquiry/promised-times.ts';
import { formatTime } from '../../inquiry/format-time.ts';
import type { Place } from '../../inquiry/place.ts';
import type { MailedInquiry } from '../email/describe-inquiry.ts';
import { getLetterSubject } from '../email/name-inquiry.ts';
import { footer, paragraph } from '../email/render-mail.ts';
import { loadInquiry, type Message } from './message.ts';

/**
 * E-mail to the inquirer. Contains no user input but a plain name of the company, or anybody could use the
 * form to send text to a stranger's address: it also greets without the name.
 */
export const acknowledgement: Message<MailedInquiry> = {
  kind: 'acknowledgement',
  isToInquirer: true,

  /** Obsolete once the promised time of a response has passed. */
  async load(event, { store, clock }) {
    const mailed = await loadInquiry(store, event);
    if (!mailed || mailed.inquiry.status === 'spam') return undefined;
    const respondBy = Date.parse(mailed.inquiry.receivedAt) + slaMs.response;
    return clock() <= respondBy ? mailed : undefined;
  },

  mail({ inquiry }, { firm }) {
    const { id, email, receivedAt } = inquiry;
    const letter = firm.mails.acknowledgement;
    const receivedMs = Date.parse(receivedAt);
    const promised = getPromisedTimes(receivedMs, getOfficeHours(firm));
    return {
      fromName: firm.name,
      // Omits the name: it is user input too.
      to: [{ name: '', address: email }],
      replyTo: { name: firm.name, address: firm.email },
      // The inquirer's answer refers to what this refers to, and so joins the team's conversation.
      thread: id,
      startsThread: true,
      lang: firm.locale,
      subject: getLetterSubject(inquiry, firm.mails),
      news: letter.preview,
      parts: [
        paragraph(letter.greeting),
        paragraph(letter.thanks(formatTime(firm, receivedMs))),
        paragraph(describePromise(letter, promised, firm)),
        paragraph(letter.questions),
        paragraph(letter.reply),
        paragraph(...letter.signature),
        footer([[firm.name, ...(firm.address?.lines ?? [])].join(', '), ...letter.footer]),
      ],
    };
  },
};

/** Describes the promise: with times while the office is open, otherwise with when it opens. */
function describePromise(
  { review, response, opens }: MailCopy['acknowledgement'],
  { reviewBy, responseBy, opensAt }: PromisedTimes,
  place: Place,
): string {
  const format = (ms: number) => formatTime(place, ms);
  const sentences = [
    reviewBy === undefined ? review.within : review.by(format(reviewBy)),
    responseBy === undefined ? response.within : response.by(format(responseBy)),
  ];
  if (opensAt !== undefined) sentences.push(opens(format(opensAt)));
  return sentences.join(' ');
}
