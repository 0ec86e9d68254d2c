import { type Inquiry, personas, timelines } from './inquiry.ts';
import type { ReviewState, Status } from './transition.ts';

/** Labels as in the form (except persona), in the order in which the team reads the fields. */
export const fieldLabels: Record<keyof Inquiry, string> = {
  firstName: 'First Name',
  lastName: 'Last Name',
  email: 'Email',
  company: 'Company',
  role: 'Role',
  industry: 'Industry',
  persona: 'Persona',
  companySize: 'Company Size',
  fundingStage: 'Funding Stage',
  investmentAmount: 'Funding Amount',
  timeline: 'Timeline',
  message: 'Message',
};

export const investorLabels = {
  fundingStage: 'Investment Focus',
  investmentAmount: 'Investment Range',
};

export const teamFieldOrder = Object.keys(fieldLabels) as (keyof Inquiry)[];

/** Pairs each filled field with its label; choices become their labels. */
export function labelFields(inquiry: Inquiry): { label: string; value: string }[] {
  const labels = { ...fieldLabels, ...(inquiry.persona === 'investor' && investorLabels) };
  const displayValues: Record<keyof Inquiry, string | undefined> = {
    fundingStage: undefined,
    investmentAmount: undefined,
    ...inquiry,
    persona: personas[inquiry.persona],
    timeline: timelines[inquiry.timeline],
  };
  return teamFieldOrder.flatMap((field) => {
    const value = displayValues[field];
    return value ? [{ label: labels[field], value }] : [];
  });
}

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
