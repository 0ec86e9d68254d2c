import { faker } from '@faker-js/faker/locale/en';
import { companySizes, type Inquiry, personas, timelines } from '../src/inquiry/inquiry.ts';

const { helpers } = faker;

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
    message: helpers
      .multiple(() => faker.hacker.phrase(), { count: { min: 1, max: 10 } })
      .join(' '),
  };
}

const keysOf = <Choices extends object>(choices: Choices) =>
  Object.keys(choices) as (keyof Choices)[];
