import { faker } from '@faker-js/faker/locale/en';
import { companySizes, type Inquiry, personas, timelines } from '../src/inquiry/inquiry.ts';
import type { Status } from '../src/inquiry/status.ts';
import { spamRetentionDays } from '../src/retention/retention-job.ts';
import type { Tables } from '../src/store/tables.ts';

const hourMs = 60 * 60 * 1000;
const dayMs = 24 * hourMs;
const { helpers } = faker;

type Event = Tables['inquiryEvents'];

/** Creates a valid inquiry. */
export function createFakeInquiry(): Inquiry {
  const [firstName, lastName] = [faker.person.firstName(), faker.person.lastName()];
  const persona = pickWeighted(keysOf(personas), [38, 27, 16, 11, 8]);
  const hasFunding = persona === 'founder' || persona === 'investor';
  return {
    firstName,
    lastName,
    email: faker.internet.email({ firstName, lastName, provider: 'company.example' }),
    company: faker.company.name(),
    role: faker.person.jobTitle(),
    persona,
    companySize: pickWeighted(keysOf(companySizes), [34, 30, 20, 11, 5]),
    industry: faker.commerce.department(),
    ...(hasFunding && {
      fundingStage: helpers.arrayElement(['Seed', 'Series A', 'Series B', 'Growth', 'Buyout']),
      investmentAmount: helpers.arrayElement(['$250K', '$1M', '$5M', '$10M', '$50M and more']),
    }),
    timeline: helpers.arrayElement(keysOf(timelines)),
    message: helpers
      .multiple(() => faker.hacker.phrase(), { count: { min: 1, max: 10 } })
      .join(' '),
  };
}

/**
 * Creates the status changes of an inquiry up to `now`. Most reviews take hours, some days. Only
 * recent inquiries are spam, because the server deletes older spam.
 */
export function createFakeEvents(inquiryId: string, arrivedMs: number, now: number): Event[] {
  const isRecent = arrivedMs > now - (spamRetentionDays - 1) * dayMs;
  const outcome = pickWeighted<Status>(
    ['responded', 'declined', 'reviewed', 'spam', 'new'],
    isRecent ? [30, 38, 22, 8, 2] : [30, 46, 22, 0, 2],
  );
  const isQualified = outcome === 'responded' || helpers.maybe(() => true, { probability: 0.1 });
  const statuses: Status[] =
    outcome === 'new' ? [] : outcome === 'responded' ? ['reviewed', 'responded'] : [outcome];
  let at = arrivedMs;
  return statuses
    .map((status) => ({ status, at: (at += randomDelayMs(12)) }))
    .filter((event) => event.at <= now)
    .map((step, index) => ({
      inquiryId,
      number: index + 1,
      at: new Date(step.at).toISOString(),
      status: step.status,
      qualified: ['reviewed', 'responded'].includes(step.status) ? Number(isQualified ?? 0) : null,
      changedBy: helpers.arrayElement(['Morgan', 'Riley', 'Sasha']),
      note: helpers.maybe(() => 'Outside our sectors', { probability: 0.1 }) ?? null,
    })) as Event[];
}

/** Picks a value at random by weight. */
export const pickWeighted = <Value>(values: Value[], weights: number[]): Value =>
  helpers.weightedArrayElement(
    values
      .map((value, index) => ({ value, weight: weights[index] ?? 1 }))
      .filter(({ weight }) => weight > 0),
  );

const keysOf = <Choices extends object>(choices: Choices) =>
  Object.keys(choices) as (keyof Choices)[];

/** Exponentially distributed delay around `hours`. */
const randomDelayMs = (hours: number) =>
  Math.round(-Math.log(1 - faker.number.float({ max: 0.999 })) * hours * hourMs);
