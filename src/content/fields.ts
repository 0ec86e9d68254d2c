/**
 * Labels, choices and messages of the form's fields, which the server also uses. Lengths and rules
 * are in src/inquiry/inquiry.ts. The values of choices are stored: change only their labels, since
 * a new value is another choice.
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

/** Labels in the form. For `persona`, the form asks a question instead. */
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

/** Labels that replace those above for investors. */
export const investorLabels = {
  fundingStage: 'Investment Focus',
  investmentAmount: 'Investment Range',
};

/** Messages below an empty or invalid field. */
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

/** Messages below any field of text. */
export const textErrors = {
  tooLong: (length: string, maxLength: string) =>
    `Please shorten this from ${length} to ${maxLength} characters`,
  severalLines: 'Please keep this to one line of plain text',
  unprintable: 'Please remove characters that cannot be shown',
};
