import { fields, type Inquiry, investorLabels } from './inquiry.ts';
import type { ReviewState, Status } from './transition.ts';

/** Pairs each filled field with its label; choices become their labels. */
export const labelFields = (inquiry: Inquiry): { label: string; value: string }[] =>
  Object.entries(fields).flatMap(([name, field]) => {
    const text = inquiry[name as keyof Inquiry] ?? '';
    const value = 'choices' in field ? (field.choices as Record<string, string>)[text] : text;
    const labels: Record<string, string> = inquiry.persona === 'investor' ? investorLabels : {};
    return value ? [{ label: labels[name] ?? field.label, value }] : [];
  });

/** Formats the status, with the qualification unless the inquiry is declined or spam. */
export function formatReviewState({ status, qualified }: ReviewState): string {
  const label = status.charAt(0).toUpperCase() + status.slice(1);
  if (qualified === undefined || status === 'declined' || status === 'spam') return label;
  return `${label}, ${qualified ? 'qualified' : 'not qualified'}`;
}

const changeLabels: Record<Status, string> = {
  new: 'Not reviewed yet',
  reviewed: 'Reviewed',
  responded: 'Responded',
  declined: 'Declined',
  spam: 'Marked as spam',
};

/** Describes the last status change, such as "Reviewed on Mar 3, 2026, qualified". */
export function describeStatus({ status, qualified }: ReviewState, date: string): string {
  const label = changeLabels[status];
  if (status === 'new') return label;
  const details = status === 'reviewed' ? `, ${qualified ? 'qualified' : 'not qualified'}` : '';
  return `${label} on ${date}${details}`;
}
