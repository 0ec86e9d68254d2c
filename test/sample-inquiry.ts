import type { Inquiry } from '../src/inquiry/inquiry.ts';

/** A whole inquiry that every rule accepts. */
export const sampleInquiry: Inquiry = {
  firstName: 'Ada',
  lastName: 'Lovelace',
  email: 'ada@analytical.example',
  company: 'Analytical Engines',
  role: 'Founder',
  persona: 'founder',
  companySize: '11-50',
  industry: 'Computing',
  fundingStage: 'Series A',
  investmentAmount: '$5M',
  timeline: '3-6months',
  message: 'We would like to talk about a partnership.',
};
