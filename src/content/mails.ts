import { firm } from './firm.ts';
import { promisedHours } from './periods.ts';
import { mailColors } from './theme-colors.ts';

const { name, email, caution, noObligation, disclaimer } = firm;
const { lasting, work, owners } = firm.questions;

/** The firm's colors and texts in e-mails. Not in `firm`, which browsers download. */
export const mails = {
  colors: mailColors,
  /**
   * Subjects of the acknowledgement, and of the team's letter to the inquirer after "Re:". The first one for
   * a company whose name could be a message.
   */
  subject: `Your inquiry to ${name}`,
  subjectOfCompany: (company: string) => `Your inquiry to ${name}: ${company}`,
  /** A letter without other user input, or the form could send text to a stranger's address. */
  acknowledgement: {
    /** Beside the subject in a mailbox's list. */
    preview: `We have it, and aim to review it within ${promisedHours.review} hours.`,
    greeting: 'Hello,',
    thanks: (receivedAt: string) =>
      `Thank you for your inquiry to ${name}. It reached us on ${receivedAt}.`,
    /** While the office is closed, hours are promised without a time. */
    review: {
      within: `We aim to review it within ${promisedHours.review} hours.`,
      by: (time: string) => `We aim to review it within ${promisedHours.review} hours, by ${time}.`,
    },
    response: {
      within: `If it fits what we look for, we aim to answer within ${promisedHours.response} hours.`,
      by: (time: string) =>
        `If it fits what we look for, we aim to answer within ${promisedHours.response} hours, by ${time}.`,
    },
    /** If a time is missing. */
    opens: (time: string) => `Our office opens on ${time}.`,
    /** If it opens after the hours that are promised. */
    opensLate: (time: string) => `This can take until our office opens, on ${time}.`,
    questions: `We start with three questions: ${lasting} ${work} ${owners}`,
    reply: `To answer them or add something, reply to this message or write to ${email}. ${caution} ${noObligation}`,
    signature: ['Kind regards,', `The team at ${name}`],
    /** Below the firm's name and address. */
    footer: [
      'If you did not send an inquiry, someone may have entered your address by mistake. Please ignore this message, or reply to have the inquiry deleted.',
      `Our website’s legal notice: ${disclaimer}`,
    ],
  },
};

export type MailCopy = typeof mails;
