import { contact } from '../../content/contact.ts';
import { firm } from '../../content/firm.ts';
import { labelledFields } from '../../inquiry/field-labels.ts';
import { hasFundingDetails, type Inquiry } from '../../inquiry/inquiry.ts';

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

/** In characters: some mail programs cut off a longer address, or do not open at all. */
const longestHref = 2000;
const ellipsis = encodeURIComponent(' […]');

/**
 * The `mailto` address (RFC 6068) of an e-mail with the inquiry as it was typed, for a visitor to send
 * where the form has failed. `isShortened`: the end of the text is missing.
 */
export function draftMail(to: string, subject: string, typed: Partial<Inquiry>) {
  const unasked = { fundingStage: '', investmentAmount: '' };
  const asked = { ...typed, ...(!hasFundingDetails(typed.persona) && unasked) };
  const lines = labelledFields(asked as Inquiry).map(({ label, value }) => `${label}: ${value}`);
  const text = lines.join('\n').replace(/\r?\n/g, '\r\n');
  let href = `mailto:${to}?subject=${encodeURIComponent(subject)}&body=`;
  for (const character of text) {
    const encoded = encodeURIComponent(character);
    if (href.length + encoded.length + ellipsis.length > longestHref) {
      return { href: href + ellipsis, isShortened: true };
    }
    href += encoded;
  }
  return { href, isShortened: false };
}
