import type { Inquiry } from './inquiry.ts';

/** Start of a link. A name such as Booking.com does not count. */
const link = /https?:\/\/(?:www\.)?|\bwww\./gi;

const maxLinksInMessage = 3;

/**
 * Returns the reason to suspect an inquiry as spam, in words that can follow "Suspected spam";
 * undefined if there is none. `isRepeated`: another e-mail address sent the same message in the
 * last 24 hours. Language and country do not matter.
 */
export function suspectSpam(inquiry: Inquiry, isRepeated: boolean): string | undefined {
  const { firstName, lastName, company, role, industry, message } = inquiry;
  const fieldsWithoutLinks = { name: `${firstName} ${lastName}`, company, role, industry };
  for (const [name, text] of Object.entries(fieldsWithoutLinks))
    if (countLinks(text)) return `link in the ${name}`;
  const links = countLinks(message);
  if (links > maxLinksInMessage) return `${links} links in the message`;
  return isRepeated ? 'same message as from another address' : undefined;
}

const countLinks = (text: string) => text.match(link)?.length ?? 0;
