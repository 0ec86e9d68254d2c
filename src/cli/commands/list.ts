import { Option } from '@commander-js/extra-typings';
import { isSuspected, statuses } from '../../inquiry/status.ts';
import { listDue } from '../../store/inquiries/due-inquiries.ts';
import { listInquiries } from '../../store/inquiries/list-inquiries.ts';
import type { EpochMs } from '../../text/format-time.ts';
import { addCommand, type CliCommand, toCount, toText } from '../command.ts';
import {
  addDeadline,
  formatTimeLeft,
  type InquiryWithDeadline,
  toMinute,
  toShortId,
} from '../output/format.ts';
import { type Column, limitHelp, printList } from '../output/table.ts';
import { withStore } from '../with-store.ts';

export const list: CliCommand = (program, context) =>
  addCommand(program, 'list', {
    description: 'List inquiries, newest first. Times are in UTC.',
    examples: [
      'inquiries list --due',
      'inquiries list --search "ada love" --limit 10',
      'inquiries list --json > inquiries.json',
    ],
  })
    .addOption(
      new Option('--status <status>', 'Only inquiries with this status.').choices(statuses),
    )
    .option(
      '--due',
      'Only inquiries that await a review or response, without suspected spam, most urgent first.',
    )
    .option(
      '--search <text>',
      'Only inquiries whose name, e-mail address or company has this text (case-insensitive).',
      toText(200),
    )
    .option('--limit <number>', limitHelp, toCount)
    .option('--json', 'Print whole inquiries as a JSON array.')
    .action(({ due, search, status, ...options }) =>
      withStore(context, ({ store, clock }) => {
        const isFiltered = Boolean(status || search);
        const noMatch = 'No matching inquiries.';
        if (due) {
          return printList(context, options, {
            async read(limit) {
              const inquiries = await listDue(store, { status, search, limit });
              return inquiries.map(addDeadline);
            },
            toColumns: (rows) => addAssignees(createDueColumns(clock()), rows),
            order: 'first',
            none: isFiltered ? noMatch : 'Nothing is due.',
          });
        }
        return printList(context, options, {
          async read(limit) {
            const inquiries = await listInquiries(store, { status, search, limit });
            return inquiries.map(addDeadline);
          },
          toColumns: (rows) => addAssignees(allColumns, rows),
          order: 'newest',
          none: isFiltered ? noMatch : `No inquiries yet in ${store.name}.`,
        });
      }),
    );

const formatStatus = (inquiry: InquiryWithDeadline): string =>
  isSuspected(inquiry) ? `${inquiry.status} (suspected spam)` : inquiry.status;

type InquiryColumns = Column<InquiryWithDeadline>[];

/** Adds a column of assignees, if any inquiry has one. */
function addAssignees(columns: InquiryColumns, rows: InquiryWithDeadline[]): InquiryColumns {
  const hasAssignee = rows.some(({ assignee }) => assignee);
  return hasAssignee ? [...columns, assigneeColumn] : columns;
}

const inquirerColumns: InquiryColumns = [
  { title: 'ID', cell: ({ id }) => toShortId(id) },
  { title: 'NAME', cell: ({ firstName, lastName }) => `${firstName} ${lastName}`, canCut: true },
  { title: 'COMPANY', cell: ({ company }) => company, canCut: true },
];

const assigneeColumn: Column<InquiryWithDeadline> = {
  title: 'ASSIGNEE',
  cell: ({ assignee = '' }) => assignee,
  canCut: true,
};

const allColumns: InquiryColumns = [
  { title: 'RECEIVED (UTC)', cell: ({ receivedAt }) => toMinute(receivedAt) },
  ...inquirerColumns,
  { title: 'PERSONA', cell: ({ persona }) => persona },
  { title: 'STATUS', cell: formatStatus },
];

const createDueColumns = (now: EpochMs): InquiryColumns => [
  { title: 'DUE (UTC)', cell: ({ dueAt }) => (dueAt === undefined ? '' : toMinute(dueAt)) },
  {
    title: 'LEFT',
    cell: ({ dueAt }) => (dueAt === undefined ? '' : formatTimeLeft(dueAt, now)),
  },
  { title: 'KIND', cell: ({ due = '' }) => due },
  ...inquirerColumns,
];
