import { firm } from './firm.ts';
import { promisedHours } from './periods.ts';
import { mailColors } from './theme-colors.ts';

const { name, email, caution, noObligation, disclaimer } = firm;
const { lasting, work, owners } = firm.questions;

/** The firm's colors and texts in e-mails. Not in `firm`, which browsers download. */
export const mails = {
  colors: mailColors,
  /**
   * Subjects of the acknowledgement and, after "Re:", of the team's letter to the inquirer.
   * `subject` is for companies whose name could be a message.
   */
  subject: `Your inquiry to ${name}`,
  subjectOfCompany: (company: string) => `Your inquiry to ${name}: ${company}`,
  /**
   * Letter without user input other than the company: otherwise, the form could send text to a
   * stranger.
   */
  acknowledgement: {
    /** Preview beside the subject in a list of mails. */
    preview: `We have it, and aim to review it within ${promisedHours.review} hours.`,
    greeting: 'Hello,',
    thanks: (receivedAt: string) =>
      `Thank you for your inquiry to ${name}. It reached us on ${receivedAt}.`,
    /** `within` is used if the office is closed at the promised time. */
    review: {
      within: `We aim to review it within ${promisedHours.review} hours.`,
      by: (time: string) => `We aim to review it within ${promisedHours.review} hours, by ${time}.`,
    },
    response: {
      within: `If it fits what we look for, we aim to answer within ${promisedHours.response} hours.`,
      by: (time: string) =>
        `If it fits what we look for, we aim to answer within ${promisedHours.response} hours, by ${time}.`,
    },
    /** Added if a promised time is missing. */
    opens: (time: string) => `Our office opens on ${time}.`,
    /** Added instead if the office opens after the promised hours. */
    opensLate: (time: string) => `This can take until our office opens, on ${time}.`,
    questions: `We start with three questions: ${lasting} ${work} ${owners}`,
    reply: `To answer them or add something, reply to this message or write to ${email}. ${caution} ${noObligation}`,
    signature: ['Kind regards,', `The team at ${name}`],
    /** Shown below the name and address of the firm. */
    footer: [
      'If you did not send an inquiry, someone may have entered your address by mistake. Please ignore this message, or reply to have the inquiry deleted.',
      `Our website’s legal notice: ${disclaimer}`,
    ],
  },
};

export type MailCopy = typeof mails;
