import { actionLinks } from '../../../content/action-links.ts';
import { stripControlChars } from '../../../inquiry/normalize-text.ts';
import type { InquiryView } from './action-link-view.ts';

/** A `mailto:` link with a draft that tells a declined inquirer why. */
export function DeclineDraft({ inquiry }: { inquiry: InquiryView }) {
  const { note, action } = actionLinks.declineDraft;
  return (
    <>
      <p>{note}</p>
      <p>
        <a className="button" href={createDeclineUrl(inquiry)}>
          {action}
        </a>
      </p>
    </>
  );
}

/**
 * Creates the `mailto:` URL (RFC 6068) of the draft. Contains no long field: some mail clients do not
 * open URLs beyond 2,000 characters.
 */
export function createDeclineUrl({
  email,
  firstName,
}: Pick<InquiryView, 'email' | 'firstName'>): string {
  const { subject, body } = actionLinks.declineDraft;
  const [mailbox = '', domain = ''] = email.split('@').map(encodeURIComponent);
  const lines = body(stripControlChars(firstName)).replaceAll('\n', '\r\n');
  return `mailto:${mailbox}@${domain}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(lines)}`;
}
