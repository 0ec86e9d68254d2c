import { faker } from '@faker-js/faker/locale/en';
import { companySizes, type Inquiry, personas, timelines } from '../src/inquiry/inquiry.ts';

const { helpers } = faker;

const sentences = [
  'Our founders are retiring, and we are looking for a long-term owner alongside the management.',
  'We are raising a round to open two more sites next year.',
  'A partner of ours recommended you.',
  'Could we talk about a minority stake?',
  'May we send you our figures?',
];

/** Creates a valid inquiry. */
export function createFakeInquiry(): Inquiry {
  const [firstName, lastName] = [faker.person.firstName(), faker.person.lastName()];
  const persona = helpers.arrayElement(keysOf(personas));
  const hasFunding = persona === 'founder' || persona === 'investor';
  return {
    firstName,
    lastName,
    email: faker.internet.email({ firstName, lastName, provider: 'company.example' }),
    company: faker.company.name(),
    role: faker.person.jobTitle(),
    persona,
    companySize: helpers.arrayElement(keysOf(companySizes)),
    industry: faker.commerce.department(),
    ...(hasFunding && { fundingStage: 'Series A', investmentAmount: '$5M' }),
    timeline: helpers.arrayElement(keysOf(timelines)),
    // A message sent twice would be suspected as spam: each is signed.
    message: `${helpers.arrayElements(sentences, 2).join(' ')}\n\n${firstName} ${lastName}`,
  };
}

const keysOf = <Choices extends object>(choices: Choices) =>
  Object.keys(choices) as (keyof Choices)[];
