import { randomUUID } from 'node:crypto';
import path from 'node:path';
import autocannon from 'autocannon';
import { createFakeInquiry } from '../fake-data.ts';
import { type Measurement, interleave, median, medianRatio } from '../measurement.ts';
import { withModule, withSite } from '../programs.ts';

const inquiry = createFakeInquiry();

/** Measures durably stored inquiries per second against Express with zod and SQLite. */
export const measureInquiries = (rounds: number): Promise<Measurement[]> =>
  withSite(async ({ origin, folder }) => {
    const file = path.join(folder, 'express.sqlite');
    return withModule('express-inquiries.ts', [file], async (express) => {
      const { ours, theirs } = await interleave(
        rounds,
        () => measureThroughput(origin),
        () => measureThroughput(express.origin),
      );
      return [
        {
          name: 'Durable inquiries vs. Express, zod and node:sqlite',
          value: median(ours),
          unit: '/s',
          ratio: medianRatio(ours, theirs),
          goal: { of: 'ratio', atLeast: 1.3 },
        },
      ];
    });
  });

/** Sends inquiries as the form does, each with its own idempotency key. */
async function measureThroughput(origin: string) {
  const {
    '2xx': stored,
    duration,
    errors,
    non2xx,
  } = await autocannon({
    url: `${origin}/api/contact-form`,
    method: 'POST',
    body: JSON.stringify(inquiry),
    requests: [
      {
        setupRequest: (request) => ({
          ...request,
          headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID() },
        }),
      },
    ],
    connections: 64,
    duration: 3,
  });
  if (errors || non2xx) throw new Error(`${origin}: ${errors} errors, ${non2xx} not answered 2xx`);
  return stored / duration;
}
