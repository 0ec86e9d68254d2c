import { z } from 'zod';
import type { Firm } from '../../src/content/firm.ts';

const time = z
  .string()
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'is not a time of day. Use 24-hour HH:MM, such as 09:00.');

/** Formats of the firm's facts; for lengths, see src/content/limits.ts. */
const firmSchema = z.object({
  email: z.email('is not an e-mail address. Use one such as partners@example.com.'),
  timeZone: z
    .string()
    .refine(isTimeZone, 'is not a time zone. Use an IANA name such as Europe/Paris.'),
  holidays: z
    .array(z.iso.date('is not a date. Use YYYY-MM-DD, such as 2026-12-25.'))
    .refine((dates) => new Set(dates).size === dates.length, 'repeats a date. Remove one.'),
  hours: z.object({ opens: time, closes: time }).refine(({ opens, closes }) => opens < closes, {
    path: ['closes'],
    error: 'is not after firm.hours.opens. Swap the times.',
  }),
  heroImage: z.object({
    url: z
      .string()
      .refine(
        (url) => URL.canParse(url) && /^https:.*\{width\}/.test(url) && url.includes('{height}'),
        'is not an image URL. Use one that starts with https:// and contains {width} and {height}.',
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
