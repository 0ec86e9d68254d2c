import { paragraph } from '../email/render-mail.ts';
import type { Message } from './message.ts';

/** Sent by "inquiries check --send", never queued. `sentAt`: ISO 8601. */
export const test: Message<{ sentAt: string }> = {
  kind: 'test',
  reaches: ['team', 'programs'],
  load: async () => undefined,
  mail: (_, { team, escalateTo }) => ({
    to: [...team, ...escalateTo],
    subject: 'Test: email from the website',
    news: 'There is nothing to do.',
    heading: 'Email from the website works',
    blocks: [
      paragraph(
        'Somebody ran "inquiries check --send". Emails about inquiries arrive the same way.',
      ),
    ],
  }),
  webhook: ({ sentAt: timestamp }) => ({ type: 'test', timestamp, data: {} }),
};
