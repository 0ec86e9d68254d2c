import { promisedMs } from '../deadlines.ts';
import { printable } from '../printable.ts';
import { type MailText, paragraph, toMailText } from './mail-text.ts';

const hourMs = 60 * 60 * 1000;

/**
 * What an inquirer reads. It repeats nothing that was typed: whoever types a stranger's address
 * could otherwise have us send what they like.
 */
export const acknowledgementMail = (firm: { name: string; email: string }): MailText =>
  toMailText(
    printable(`Your inquiry to ${firm.name}`),
    [
      `Thank you for your inquiry to ${firm.name}. It has arrived safely.`,
      `What happens next: we review it within ${promisedMs.review / hourMs} hours. If it is an ` +
        `opportunity that qualifies, you get a response within ${promisedMs.response / hourMs} hours.`,
      `To add something, answer this mail or write to ${firm.email}.`,
      'If you did not send this inquiry, somebody entered your address by mistake: please ignore this mail.',
    ].map(paragraph),
    { hasHeading: false },
  );
