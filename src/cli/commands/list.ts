import { type Command, Option } from '@commander-js/extra-typings';
import { getDeadline } from '../../inquiry/deadlines.ts';
import { statuses } from '../../inquiry/transition.ts';
import { streamDue, streamNewest } from '../../store/inquiries/list-inquiries.ts';
import type { StoredInquiry } from '../../store/inquiries/stored-inquiry.ts';
import { examples, type CliContext } from '../context.ts';
import { warnIfNobodyIsNotified } from '../destinations.ts';
import { toAction } from '../errors.ts';
import { defaultRows, limitHelp, toCount, toText } from '../option-values.ts';
import { formatTimeLeft, toJson, toMinute, toShortId } from '../output/format.ts';
import { type Column, renderTable } from '../output/table.ts';
import { toJsonArray, writeStream } from '../output/write-stream.ts';
import { withStore } from '../with-store.ts';

export const list = (program: Command, context: CliContext) =>
  program
    .command('list')
    .description('List inquiries, newest first. Times are in UTC.')
    .addOption(
      new Option('--status <status>', 'Only inquiries with this status.').choices(statuses),
    )
    .option('--due', 'Only inquiries that await a review or response, most urgent first.')
    .option(
      '--search <text>',
      'Only inquiries whose name, e-mail address or company starts with this text (case-insensitive).',
      toText(200),
    )
    .option('--limit <number>', limitHelp, toCount)
    .option('--json', 'Print whole inquiries as a JSON array.')
    .addHelpText(
      'after',
      examples(
        'inquiries list --due',
        'inquiries list --search "ada love" --limit 10',
        'inquiries list --json > inquiries.json',
      ),
    )
    .action(
      toAction(({ due, json, limit, search, status }) => {
        const { stdout, stderr, clock } = context;
        const filters = { status, search };
        const stream = due ? streamDue : streamNewest;

        return withStore(context, 'readable', async (store, settings) => {
          warnIfNobodyIsNotified(settings, stderr);
          if (json) {
            await writeStream(stdout, toJsonArray(stream(store, { ...filters, limit }), toJson));
            return undefined;
          }
          const shown = limit ?? defaultRows;
          // Reads one extra row to detect more.
          const found = await Array.fromAsync(
            stream(store, { ...filters, limit: shown + 1 }),
            toRow,
          );
          const inquiries = found.slice(0, shown);
          const columns = due ? dueColumns(inquiries, clock()) : toColumns(inquiries);

          if (inquiries.length) stdout.write(renderTable(columns, stdout.columns));
          else if (status || search) stderr.write('No matching inquiries.\n');
          else stderr.write(due ? 'Nothing is due.\n' : `No inquiries yet in ${store.name}.\n`);
          if (found.length > shown) {
            const which = due ? 'first' : 'newest';
            stderr.write(`Showing the ${which} ${shown}. Use --limit to see more.\n`);
          }
          return undefined;
        });
      }),
    );

/** Drops the longer fields of an inquiry, which would fill the memory with a long list. */
const toRow = (inquiry: StoredInquiry) => {
  const { id, receivedAt, status, qualified, persona, firstName, lastName, company } = inquiry;
  const state = { status, ...(qualified !== undefined && { qualified }) };
  return { id, receivedAt, ...state, persona, name: `${firstName} ${lastName}`, company };
};

type Row = ReturnType<typeof toRow>;

const toColumns = (inquiries: Row[]): Column[] => [
  { title: 'RECEIVED (UTC)', cells: inquiries.map(({ receivedAt }) => toMinute(receivedAt)) },
  idColumn(inquiries),
  ...inquirerColumns(inquiries),
  { title: 'PERSONA', cells: inquiries.map(({ persona }) => persona) },
  { title: 'STATUS', cells: inquiries.map(({ status }) => status) },
];

function dueColumns(inquiries: Row[], now: number): Column[] {
  const deadlines = inquiries.map((inquiry) => getDeadline(inquiry));
  return [
    { title: 'DUE (UTC)', cells: deadlines.map((deadline) => toMinute(deadline?.at ?? '')) },
    { title: 'LEFT', cells: deadlines.map((deadline) => formatTimeLeft(deadline?.at ?? '', now)) },
    { title: 'KIND', cells: deadlines.map((deadline) => deadline?.kind ?? '') },
    idColumn(inquiries),
    ...inquirerColumns(inquiries),
  ];
}

const idColumn = (inquiries: Row[]): Column => ({
  title: 'ID',
  cells: inquiries.map(({ id }) => toShortId(id)),
});

const inquirerColumns = (inquiries: Row[]): Column[] => [
  {
    title: 'NAME',
    cells: inquiries.map(({ name }) => name),
    canCut: true,
  },
  { title: 'COMPANY', cells: inquiries.map(({ company }) => company), canCut: true },
];
