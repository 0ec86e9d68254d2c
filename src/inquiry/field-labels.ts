import { type Inquiry, personas, timelines } from './inquiry.ts';
import type { Standing } from './transition.ts';

/**
 * The fields of an inquiry in the order in which the team reads them, labelled as in the form, which
 * asks for the persona alone in other words.
 */
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

export const inquiryFields = Object.keys(fieldLabels) as (keyof Inquiry)[];

/** What was sent, each field under its label; choices in words. */
export function labelledFields(inquiry: Inquiry): { label: string; value: string }[] {
  const ownLabels = { ...fieldLabels, ...(inquiry.persona === 'investor' && investorLabels) };
  const inWords: Record<keyof Inquiry, string | undefined> = {
    fundingStage: undefined,
    investmentAmount: undefined,
    ...inquiry,
    persona: personas[inquiry.persona],
    timeline: timelines[inquiry.timeline],
  };
  return inquiryFields.flatMap((field) => {
    const value = inWords[field];
    return value ? [{ label: ownLabels[field], value }] : [];
  });
}

/** Names a status, with the verdict on it unless the inquiry is declined or spam. */
export function describeStanding({ status, qualified }: Standing): string {
  const label = status.charAt(0).toUpperCase() + status.slice(1);
  if (qualified === undefined || status === 'declined' || status === 'spam') return label;
  return `${label}, ${qualified ? 'qualified' : 'not qualified'}`;
}
