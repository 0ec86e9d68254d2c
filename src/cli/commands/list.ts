import { type Command, Option } from '@commander-js/extra-typings';
import { getDeadline } from '../../inquiry/deadlines.ts';
import { statuses } from '../../inquiry/status.ts';
import { listDue, listInquiries } from '../../store/inquiries/list-inquiries.ts';
import type { StoredInquiry } from '../../store/inquiries/stored-inquiry.ts';
import { examples, type CliContext } from '../context.ts';
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
      'Only inquiries whose name, e-mail address or company has this text (case-insensitive).',
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
    .action(({ due, json, limit, search, status }) => {
      const { stdout, stderr, clock } = context;
      const filters = { status, search };

      return withStore(context, async (store) => {
        const list = due ? listDue : listInquiries;
        if (json) {
          await writeStream(stdout, toJsonArray(await list(store, { ...filters, limit }), toJson));
          return;
        }
        const shown = limit ?? defaultRows;
        // Reads one extra row to detect more.
        const found = await list(store, { ...filters, limit: shown + 1 });
        const rows = found.slice(0, shown);
        const columns = [
          ...(due ? dueColumns(clock()) : allColumns),
          ...(rows.some(({ assignee }) => assignee) ? assigneeColumns : []),
        ];
        if (rows.length) stdout.write(renderTable(rows, columns, stdout.columns));
        else if (status || search) stderr.write('No matching inquiries.\n');
        else stderr.write(due ? 'Nothing is due.\n' : `No inquiries yet in ${store.name}.\n`);
        if (found.length > shown) {
          const which = due ? 'first' : 'newest';
          stderr.write(`Showing the ${which} ${shown}. Use --limit to see more.\n`);
        }
      });
    });

type InquiryColumn = Column<StoredInquiry>;

const idColumn: InquiryColumn = { title: 'ID', cell: ({ id }) => toShortId(id) };

const inquirerColumns: InquiryColumn[] = [
  { title: 'NAME', cell: ({ firstName, lastName }) => `${firstName} ${lastName}`, canCut: true },
  { title: 'COMPANY', cell: ({ company }) => company, canCut: true },
];

const assigneeColumns: InquiryColumn[] = [
  { title: 'ASSIGNEE', cell: ({ assignee = '' }) => assignee, canCut: true },
];

const allColumns: InquiryColumn[] = [
  { title: 'RECEIVED (UTC)', cell: ({ receivedAt }) => toMinute(receivedAt) },
  idColumn,
  ...inquirerColumns,
  { title: 'PERSONA', cell: ({ persona }) => persona },
  { title: 'STATUS', cell: ({ status }) => status },
];

const dueColumns = (now: number): InquiryColumn[] => [
  { title: 'DUE (UTC)', cell: (inquiry) => toMinute(getDeadline(inquiry)?.at ?? '') },
  { title: 'LEFT', cell: (inquiry) => formatTimeLeft(getDeadline(inquiry)?.at ?? '', now) },
  { title: 'KIND', cell: (inquiry) => getDeadline(inquiry)?.kind ?? '' },
  idColumn,
  ...inquirerColumns,
];
