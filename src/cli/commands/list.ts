import { Option } from '@commander-js/extra-typings';
import { statuses } from '../../inquiry/status.ts';
import { listDue, listInquiries } from '../../store/inquiries/list-inquiries.ts';
import { addCommand, type CliCommand, toCount, toText } from '../command.ts';
import { addDeadline, formatTimeLeft, toMinute, toShortId } from '../output/format.ts';
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
    .option('--due', 'Only inquiries that await a review or response, most urgent first.')
    .option(
      '--search <text>',
      'Only inquiries whose name, e-mail address or company has this text (case-insensitive).',
      toText(200),
    )
    .option('--limit <number>', limitHelp, toCount)
    .option('--json', 'Print whole inquiries as a JSON array.')
    .action(({ due, search, status, ...options }) =>
      withStore(context, ({ store, clock }) => {
        const find = due ? listDue : listInquiries;
        const noneAtAll = due ? 'Nothing is due.' : `No inquiries yet in ${store.name}.`;
        return printList(context, options, {
          read: async (limit) => (await find(store, { status, search, limit })).map(addDeadline),
          toColumns: (rows) => [
            ...(due ? dueColumns(clock()) : allColumns),
            ...(rows.some(({ assignee }) => assignee) ? assigneeColumns : []),
          ],
          order: due ? 'first' : 'newest',
          none: status || search ? 'No matching inquiries.' : noneAtAll,
        });
      }),
    );

type InquiryColumns = Column<ReturnType<typeof addDeadline>>[];

const inquirerColumns: InquiryColumns = [
  { title: 'ID', cell: ({ id }) => toShortId(id) },
  { title: 'NAME', cell: ({ firstName, lastName }) => `${firstName} ${lastName}`, canCut: true },
  { title: 'COMPANY', cell: ({ company }) => company, canCut: true },
];

const assigneeColumns: InquiryColumns = [
  { title: 'ASSIGNEE', cell: ({ assignee = '' }) => assignee, canCut: true },
];

const allColumns: InquiryColumns = [
  { title: 'RECEIVED (UTC)', cell: ({ receivedAt }) => toMinute(receivedAt) },
  ...inquirerColumns,
  { title: 'PERSONA', cell: ({ persona }) => persona },
  { title: 'STATUS', cell: ({ status }) => status },
];

const dueColumns = (now: number): InquiryColumns => [
  { title: 'DUE (UTC)', cell: ({ dueAt = '' }) => toMinute(dueAt) },
  { title: 'LEFT', cell: ({ dueAt = '' }) => formatTimeLeft(dueAt, now) },
  { title: 'KIND', cell: ({ due = '' }) => due },
  ...inquirerColumns,
];
