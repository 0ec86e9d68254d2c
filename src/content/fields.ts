/**
 * Labels, choices and messages of the form's fields; their lengths and rules are in src/inquiry/inquiry.ts. The
 * server reads them, too. The values of choices are stored: a label may change, and a value is another choice.
 */
export const personas = {
  founder: 'Founder / Entrepreneur',
  investor: 'Investor / Capital Allocator',
  operator: 'Operator / Executive',
  advisor: 'Advisor / Consultant',
  other: 'Other',
} as const;

export const companySizes = {
  '1-10': '1-10',
  '11-50': '11-50',
  '51-200': '51-200',
  '201-1000': '201-1000',
  '1000+': '1000+',
} as const;

export const timelines = {
  immediate: 'Immediate (within 2 weeks)',
  '1-3months': '1-3 months',
  '3-6months': '3-6 months',
  '6-12months': '6-12 months',
  exploratory: 'Just exploring',
} as const;

/** Labels of the form, except that of `persona`, which the form asks for with a question. */
export const labels = {
  firstName: 'First Name',
  lastName: 'Last Name',
  email: 'Email',
  company: 'Company',
  role: 'Role',
  industry: 'Industry',
  persona: 'Writes As',
  companySize: 'Company Size',
  fundingStage: 'Funding Stage',
  investmentAmount: 'Funding Amount',
  timeline: 'Timeline',
  message: 'Message',
};

/** Labels that replace those above if an investor writes. */
export const investorLabels = {
  fundingStage: 'Investment Focus',
  investmentAmount: 'Investment Range',
};

/** Messages under a field that is empty or invalid. */
export const errors = {
  firstName: 'First name is required',
  lastName: 'Last name is required',
  email: 'Please enter a valid email address',
  company: 'Company is required',
  role: 'Role is required',
  industry: 'Industry is required',
  persona: 'Please choose what describes you best',
  companySize: 'Please choose a company size',
  fundingStage: 'Please enter this as text',
  investmentAmount: 'Please enter this as text',
  timeline: 'Please choose a timeline',
  message: (minLength: number) => `Please provide more details (at least ${minLength} characters)`,
  honeypot: 'Bot detected',
};

/** Messages under each field of text. */
export const textErrors = {
  tooLong: (length: string, maxLength: string) =>
    `Please shorten this from ${length} to ${maxLength} characters`,
  severalLines: 'Please keep this to one line of plain text',
  unprintable: 'Please remove characters that cannot be shown',
};
