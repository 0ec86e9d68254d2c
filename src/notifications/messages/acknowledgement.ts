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

/** Automatic reply to the inquirer. */
export const acknowledgement: Message = {
  kind: 'acknowledgement',
  isToInquirer: true,

  /** Loads the inquiry; undefined once the promised time of a response has passed. */
  async load(event, { store, clock }) {
    const mailed = await loadInquiry(store, event);
    if (!mailed || mailed.inquiry.status === 'spam') return undefined;
    const respondBy = Date.parse(mailed.inquiry.receivedAt) + promisedMs.response;
    return clock() <= respondBy ? writeAcknowledgement(mailed) : undefined;
  },

  /** Records for the team that the mail server of the inquirer has refused the acknowledgement. */
  async recordFollowUp(transaction, outcome, { event }, { clock, destinations }) {
    // A temporary failure is never given up: `load` drops the acknowledgement after the promised
    // response time.
    const isRefused = outcome.outcome === 'given-up' && !outcome.mayHaveArrived;
    if (!isRefused || event.inquiryId === null) return;
    await recordNotAcknowledged(transaction, event.inquiryId, toIso(clock()), destinations);
  },
};

/**
 * Contains no user input except a plain name of the company. Otherwise anybody could use the form
 * to send text to the address of a stranger. For the same reason, the greeting has no name.
 */
export const writeAcknowledgement = ({ inquiry }: MailedInquiry): MailTexts => ({
  mail({ firm }) {
    const { id, email, receivedAt } = inquiry;
    const { name, legalName = name } = firm;
    const letter = firm.mails.acknowledgement;
    const receivedMs = Date.parse(receivedAt);
    return {
      fromName: firm.name,
      // Omit the name, which is user input too.
      to: [{ name: '', address: email }],
      replyTo: { name: firm.name, address: firm.email },
      // The reply of the inquirer has the same references, and so joins the conversation of the
      // team.
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

/** Describes the promise: by times when the office is open, otherwise by when the office opens. */
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
