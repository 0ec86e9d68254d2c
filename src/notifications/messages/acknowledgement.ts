import type { MailCopy } from '../../content/mails.ts';
import { promisedMs } from '../../inquiry/deadlines.ts';
import { getOfficeHours } from '../../inquiry/office-hours.ts';
import { getPromisedTimes, opensLate } from '../../inquiry/promised-times.ts';
import { type EpochMs, formatLetterTime, toIso } from '../../text/format-time.ts';
import type { MailedInquiry } from '../email/describe-inquiry.ts';
import type { FirmFacts } from '../email/mail-context.ts';
import { getLetterSubject } from '../email/name-inquiry.ts';
import { renderFooter, renderParagraph } from '../email/render-mail.ts';
import { loadInquiry, type MailTexts, type Message } from './message.ts';
import { recordNotAcknowledged } from './not-acknowledged.ts';

/** E-mail to the inquirer. */
export const acknowledgement: Message = {
  kind: 'acknowledgement',
  isToInquirer: true,

  /** Obsolete once the promised time of a response has passed. */
  async load(event, { store, clock }) {
    const mailed = await loadInquiry(store, event);
    if (!mailed || mailed.inquiry.status === 'spam') return undefined;
    const respondBy = Date.parse(mailed.inquiry.receivedAt) + promisedMs.response;
    return clock() <= respondBy ? writeAcknowledgement(mailed) : undefined;
  },

  /** Records for the team that the mail server of the inquirer has refused the acknowledgement. */
  async recordFollowUp(transaction, outcome, { event }, { clock, destinations }) {
    // Temporary failures never end here: `load` drops the acknowledgement after the promised response time.
    const isRefused = outcome.outcome === 'given-up' && !outcome.mayHaveArrived;
    if (!isRefused || event.inquiryId === null) return;
    await recordNotAcknowledged(transaction, event.inquiryId, toIso(clock()), destinations);
  },
};

/**
 * Contains no user input but a plain name of the company, or anybody could use the form to send text to a
 * stranger's address: it also greets without the name.
 */
export const writeAcknowledgement = ({ inquiry }: MailedInquiry): MailTexts => ({
  mail({ firm }) {
    const { id, email, receivedAt } = inquiry;
    const { name, legalName = name } = firm;
    const letter = firm.mails.acknowledgement;
    const receivedMs = Date.parse(receivedAt);
    return {
      fromName: firm.name,
      // Omits the name: it is user input too.
      to: [{ name: '', address: email }],
      replyTo: { name: firm.name, address: firm.email },
      // The inquirer's reply refers to what this refers to, and so joins the team's conversation.
      thread: id,
      startsThread: true,
      lang: firm.locale,
      subject: getLetterSubject(inquiry, firm.mails),
      news: letter.preview,
      parts: [
        renderParagraph(letter.greeting),
        renderParagraph(letter.thanks(formatLetterTime(firm, receivedMs))),
        renderParagraph(describePromise(letter, receivedMs, firm)),
        renderParagraph(letter.questions),
        renderParagraph(letter.reply),
        renderParagraph(...letter.signature),
        renderFooter([[legalName, ...(firm.address?.lines ?? [])].join(', '), ...letter.footer]),
      ],
    };
  },
});

/** Describes the promise: with times while the office is open, otherwise with when it opens. */
function describePromise(
  letter: MailCopy['acknowledgement'],
  receivedMs: EpochMs,
  firm: FirmFacts,
): string {
  const { reviewBy, responseBy, opensAtMs } = getPromisedTimes(receivedMs, getOfficeHours(firm));
  const format = (ms: EpochMs) => formatLetterTime(firm, ms);
  const { review, response } = letter;
  const sentences = [
    reviewBy === undefined ? review.within : review.by(format(reviewBy)),
    responseBy === undefined ? response.within : response.by(format(responseBy)),
  ];
  if (opensAtMs !== undefined) {
    const kind = reviewBy === undefined ? 'review' : 'response';
    const isLate = opensLate(opensAtMs, kind, receivedMs);
    sentences.push(isLate ? letter.opensLate(format(opensAtMs)) : letter.opens(format(opensAtMs)));
  }
  return sentences.join(' ');
}
