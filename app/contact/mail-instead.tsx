import type { Inquiry } from '../../inquiries/inquiry.ts';
import { contact } from '../content/contact.ts';
import { firm } from '../content/firm.ts';
import { draftMail } from './mail-draft.ts';

/** The way that is left where the form has failed: an e-mail that holds what was typed. */
export function MailInstead({ typed }: { typed: Partial<Inquiry> }) {
  const words = contact.mailInstead;
  const { href, isShortened } = draftMail(firm.email, words.subject, typed);
  return (
    <p>
      <a className="mail-instead" href={href}>
        {words.link}
      </a>
      {isShortened && ` ${words.shortened}`}
    </p>
  );
}
