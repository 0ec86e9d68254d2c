import type { MouseEvent, PropsWithChildren } from 'react';
import { contact } from '../../content/contact.ts';
import { firm } from '../../content/firm.ts';
import { clearHiddenFields, type Inquiry, labelFields } from '../../inquiry/inquiry.ts';
import { readFormValues } from './draft.ts';

interface EmailFallbackProps extends PropsWithChildren {
  values: Partial<Inquiry>;
}

/**
 * A `mailto:` link with the typed values, followed by `children`. Shown after a failed submission.
 */
export function EmailFallback({ values, children }: EmailFallbackProps) {
  const copy = contact.emailFallback;
  const { href, isShortened } = createMailtoLink(firm.email, copy.subject, values);
  return (
    <p>
      <a className="email-fallback" href={href} onClick={updateLink}>
        {copy.link}
      </a>
      {children}
      {isShortened && <span>{` ${copy.shortened}`}</span>}
    </p>
  );
}

/** Updates the link with the current values of the form. */
function updateLink({ currentTarget: link }: MouseEvent<HTMLAnchorElement>) {
  const values = readFormValues(link.closest('form') as HTMLFormElement);
  link.href = createMailtoLink(firm.email, contact.emailFallback.subject, values).href;
}

/**
 * Maximum length of a URL in characters. Longer ones are truncated by some mail clients, and not
 * opened by others.
 */
const maxHrefLength = 2000;
const ellipsis = encodeURIComponent(' […]');

/**
 * Creates a `mailto:` URL (RFC 6068) with the typed values. `isShortened`: the values were
 * truncated.
 */
export function createMailtoLink(to: string, subject: string, values: Partial<Inquiry>) {
  const shown = labelFields(clearHiddenFields(values));
  const lines = shown.map(({ label, value }) => `${label}: ${value}`);
  const text = lines.join('\n').replace(/\r?\n/g, '\r\n');
  let href = `mailto:${to}?subject=${encodeURIComponent(subject)}&body=`;
  for (const character of text) {
    const encoded = encodeURIComponent(character);
    if (href.length + encoded.length + ellipsis.length > maxHrefLength) {
      return { href: href + ellipsis, isShortened: true };
    }
    href += encoded;
  }
  return { href, isShortened: false };
}
