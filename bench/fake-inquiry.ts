import type { Inquiry } from '../src/inquiry/inquiry.ts';

const names = ['Maya Ellison', 'Tom Okafor', 'Ines Lindgren', 'Ravi Moreau', 'Clara Castillo'];

/**
 * Creates a valid inquiry, always the same for an index. Each index has its own address and
 * message.
 */
export function createFakeInquiry(index: number): Inquiry {
  const pick = <Value>(...values: Value[]) => values[index % values.length] as Value;
  const [firstName = '', lastName = ''] = pick(...names).split(' ');
  const inquiry: Inquiry = {
    firstName,
    lastName,
    email: `${firstName}.${lastName}-${index}@company.example`.toLowerCase(),
    company: pick('Northfield Storage', 'Harbor Tools', 'Cedar Diagnostics', 'Alder Foods'),
    role: pick('Chief executive', 'Founder', 'Managing director'),
    persona: pick('operator', 'advisor', 'other'),
    companySize: pick('1-10', '11-50', '51-200', '201-1000'),
    industry: pick('Logistics', 'Manufacturing', 'Health care', 'Food'),
    timeline: pick('immediate', '1-3months', '3-6months', 'exploratory'),
    message: `Our founders retire. Could we talk about a long-term owner? Our reference: ${index + 1}`,
  };
  if (index % 2 === 0) return inquiry;
  return { ...inquiry, persona: 'founder', fundingStage: 'Series A', investmentAmount: '$5M' };
}
