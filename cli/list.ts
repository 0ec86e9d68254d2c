import { listInquiries, type StoredInquiry } from '../inquiries/list-inquiries.ts';
import type { Command } from './command.ts';
import { problems } from './problems.ts';
import { type Column, renderTable } from './table.ts';
import { withStore } from './with-store.ts';

const tableLimit = 50;

export const list: Command = {
  usage: 'list [--json] [--limit N]',
  summary: 'Show the inquiries received, the newest first. Times are in UTC.',
  options: {
    json: { type: 'boolean', help: 'Print whole inquiries, as a JSON array.' },
    limit: {
      type: 'string',
      help: `Show at most so many: ${tableLimit} unless told, and with --json all of them.`,
    },
  },
  examples: [
    'npm run inquiries -- list --limit 10',
    'npm run --silent inquiries -- list --json > inquiries.json',
  ],

  async run({ json, limit }, terminal) {
    const isNumber = typeof limit === 'string' && /^[1-9]\d{0,8}$/.test(limit);
    if (limit !== undefined && !isNumber) {
      return problems.badOptionValue('limit', 'a whole number from 1, such as "--limit 10"');
    }
    const { stdout, stderr } = terminal;

    return withStore(terminal, async (store) => {
      if (json) {
        const inquiries = await listInquiries(store, { limit: limit ? Number(limit) : undefined });
        stdout.write(`${JSON.stringify(inquiries, null, 2)}\n`);
        return;
      }
      const shown = Number(limit ?? tableLimit);
      // One more than is shown tells whether there are more.
      const inquiries = await listInquiries(store, { limit: shown + 1 });
      if (inquiries.length === 0) stderr.write('No inquiries yet.\n');
      else stdout.write(renderTable(toColumns(inquiries.slice(0, shown)), stdout.columns));
      if (inquiries.length > shown) {
        stderr.write(`Only the newest ${shown} are shown. Use --limit to see more.\n`);
      }
    });
  },
};

const toColumns = (inquiries: StoredInquiry[]): Column[] => [
  {
    title: 'RECEIVED (UTC)',
    cells: inquiries.map(({ receivedAt }) => receivedAt.slice(0, 16).replace('T', ' ')),
  },
  // The time within a UUID of version 7, to the millisecond: enough to tell inquiries apart.
  { title: 'ID', cells: inquiries.map(({ id }) => id.slice(0, 13)) },
  {
    title: 'NAME',
    cells: inquiries.map(({ firstName, lastName }) => `${firstName} ${lastName}`),
    canCut: true,
  },
  { title: 'COMPANY', cells: inquiries.map(({ company }) => company), canCut: true },
  { title: 'PERSONA', cells: inquiries.map(({ persona }) => persona) },
  { title: 'STATUS', cells: inquiries.map(({ status }) => status) },
];
