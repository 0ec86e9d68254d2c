import { contact } from '../../content/contact.ts';
import { firm } from '../../content/firm.ts';
import type { FormRejection } from '../../inquiry/form-errors.ts';
import { formatPlural } from '../../text/format-number.ts';

interface RejectionText {
  heading: string;
  detail: string;
}

/**
 * Describes why the whole form was rejected. `retryAfterSeconds`: value of `Retry-After`; 0 or less
 * if unknown. `isKept`: the form still has the typed values.
 */
export function describeRejection(
  reason: FormRejection,
  retryAfterSeconds = 0,
  isKept = true,
): RejectionText {
  const { rejected, kept, notKept, shorten, tryAgain } = contact.errors;
  const keptNotice = isKept ? kept : notKept;
  const later = `${keptNotice} ${tryAgain(describeWait(retryAfterSeconds))}`;
  switch (reason) {
    case 'tooMany':
      return { heading: rejected.tooMany, detail: later };
    case 'tooManyOverall':
      return { heading: rejected.tooManyOverall, detail: later };
    case 'tooLarge':
      return { heading: rejected.tooLarge, detail: shorten };
    case 'failed':
      return { heading: rejected.failed, detail: keptNotice };
  }
}

function describeWait(seconds: number): string {
  const { unknown, minutes, hours, day } = contact.errors.wait;
  if (seconds <= 0) return unknown;
  if (seconds <= 50 * 60) return formatPlural(firm, minutes, Math.ceil(seconds / 60));
  if (seconds <= 12 * 3600) return formatPlural(firm, hours, Math.ceil(seconds / 3600));
  return day;
}
