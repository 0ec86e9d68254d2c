import { z } from 'zod';
import type { Firm } from '../../app/content/firm.ts';
import type { Fault } from './fault.ts';

/** Facts of the firm that are in no form that the site can use. */
export function firmFaults(firm: Firm): Fault[] {
  const { email, timeZone, hours, heroImage } = firm;
  const faults: Fault[] = [];
  if (!z.email().safeParse(email).success) {
    add(['email'], `"${email}" is no e-mail address. Write one such as partners@example.com`);
  }
  if (!isTimeZone(timeZone)) {
    add(['timeZone'], `"${timeZone}" is no time zone. Write one of IANA's, such as Europe/Paris`);
  }
  for (const key of ['opens', 'closes'] as const) {
    if (/^([01]\d|2[0-3]):[0-5]\d$/.test(hours[key])) continue;
    add(
      ['hours', key],
      `"${hours[key]}" is no time of day. Write HH:MM of 24 hours, such as 09:00`,
    );
  }
  if (hours.opens >= hours.closes) {
    add(
      ['hours', 'closes'],
      `The office closes at ${hours.closes}, before it opens. Swap the times`,
    );
  }
  if (!isImageAddress(heroImage.url)) {
    add(
      ['heroImage', 'url'],
      `"${heroImage.url}" is no address of a photograph. Write one that starts with https:// and holds {width} and {height}`,
    );
  }
  return faults;

  function add(path: string[], message: string) {
    faults.push({ file: 'firm.ts', path: ['firm', ...path], message: `${message}.` });
  }
}

function isTimeZone(name: string) {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }));
  } catch {
    return false;
  }
}

const isImageAddress = (url: string) =>
  URL.canParse(url) && /^https:.*\{width\}/.test(url) && url.includes('{height}');
