import { companySizes, type Inquiry, personas, timelines } from '../src/inquiry/inquiry.ts';

const firstNames = ['Maya', 'Tom', 'Ines', 'Ravi', 'Clara', 'Jonas', 'Ada'];
const lastNames = [
  ...['Ellison', 'Okafor', 'Lindgren', 'Moreau', 'Castillo', 'Whitfield'],
  ...['Tanaka', 'Brandt', 'Novak', 'Haddad', 'Quinn'],
];
const companies = [
  ...['Northfield Cold Storage', 'Harbor Tool Works', 'Cedar Diagnostics'],
  ...['Ridgeway Freight', 'Alder Foods'],
];
const roles = ['Chief executive', 'Founder', 'Managing director'];
const industries = ['Logistics', 'Manufacturing', 'Health care', 'Food'];
const messages = [
  'Our founders are retiring, and we are looking for a long-term owner alongside the management.',
  'We are raising a round to open two more sites next year. May we send you our figures?',
  'I invest alongside families, and would like to hear how you work with co-investors.',
  'We run six plants and look for advice on a merger with our largest supplier.',
  'A partner of ours recommended you. Could we talk about a minority stake?',
];

/** Creates a valid inquiry, the same for each index. The first 385 have different messages. */
export function createFakeInquiry(index: number): Inquiry {
  const pick = <Value>(values: Value[]) => values[index % values.length] as Value;
  const [firstName, lastName] = [pick(firstNames), pick(lastNames)];
  const persona = pick(keysOf(personas));
  const hasFunding = persona === 'founder' || persona === 'investor';
  return {
    firstName,
    lastName,
    email: `${firstName}.${lastName}-${index}@company.example`.toLowerCase(),
    company: pick(companies),
    role: pick(roles),
    persona,
    companySize: pick(keysOf(companySizes)),
    industry: pick(industries),
    ...(hasFunding && { fundingStage: 'Series A', investmentAmount: '$5M' }),
    timeline: pick(keysOf(timelines)),
    message: `${pick(messages)}\n\n${firstName} ${lastName}`,
  };
}

const keysOf = <Choices extends object>(choices: Choices) =>
  Object.keys(choices) as (keyof Choices)[];
