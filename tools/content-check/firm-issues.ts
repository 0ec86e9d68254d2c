import { z } from 'zod';
import type { Firm } from '../../src/content/firm.ts';

const time = z
  .string()
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'is no time of day. Write HH:MM of 24 hours, such as 09:00.');

/** Facts in the form that the site needs; lengths are in src/content/limits.ts. */
const firmSchema = z.object({
  email: z.email('is no e-mail address. Write one such as partners@example.com.'),
  timeZone: z
    .string()
    .refine(isTimeZone, "is no time zone. Write one of IANA's, such as Europe/Paris."),
  hours: z.object({ opens: time, closes: time }).refine(({ opens, closes }) => opens < closes, {
    path: ['closes'],
    error: 'is not after firm.hours.opens. Swap the times.',
  }),
  heroImage: z.object({
    url: z
      .string()
      .refine(
        (url) => URL.canParse(url) && /^https:.*\{width\}/.test(url) && url.includes('{height}'),
        'is no address of a photograph. Write one that starts with https:// and holds {width} and {height}.',
      ),
  }),
});

export const findFirmIssues = (firm: Firm): string[] =>
  (firmSchema.safeParse(firm).error?.issues ?? []).map(
    ({ path, message }) => `firm.ts: firm.${path.join('.')} ${message}`,
  );

function isTimeZone(name: string) {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }));
  } catch {
    return false;
  }
}
