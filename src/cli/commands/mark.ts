import type { Command } from '@commander-js/extra-typings';
import { slaHours } from '../../inquiry/deadlines.ts';
import {
  formatReviewState,
  type StatusChange,
  type Status,
  statuses,
} from '../../inquiry/status.ts';
import { type UpdateResult, updateStatus } from '../../store/inquiries/update-status.ts';
import { examples, type CliContext } from '../context.ts';
import { CliError, usageError } from '../errors.ts';
import { changeOptions, getNotified } from '../option-values.ts';
import { formatDeadline, toShortId } from '../output/format.ts';
import { requireInquiry, unknownId, withStore } from '../with-store.ts';

export const mark = (program: Command, context: CliContext) =>
  program
    .command('mark')
    // Commander takes several values only for the last argument.
    .argument('<ids-and-status...>', `One or more ids, then the status: ${statuses.join(', ')}.`)
    .description(`Set the status of inquiries: ${statuses.join(', ')}.`)
    .option('--qualified', `With "reviewed": a response is due within ${slaHours.response} hours.`)
    .option('--not-qualified', 'With "reviewed": no response is due.')
    .option(...changeOptions.note)
    .option(...changeOptions.by)
    .option(...changeOptions.quiet)
    .addHelpText(
      'after',
      examples(
        'inquiries mark 01a1fd11 reviewed --qualified --by Ada',
        'inquiries mark 01a1fd11 declined --note "Outside our sectors"',
        'inquiries mark 01a1fd11 01a1fd22 spam       # undo: mark 01a1fd11 01a1fd22 new',
      ),
    )
    .action(async (values, { by, note, quiet, ...options }) => {
      const ids = values.slice(0, -1);
      const change = toStatusChange(values.at(-1), options);
      if (ids.length === 0) throw noStatus;
      await withStore(context, async (store, settings) => {
        const inquiries = await Array.fromAsync(ids, (id) => requireInquiry(store, id));
        const { clock, stderr } = context;
        const destinations = getNotified(settings, quiet);
        const update = { ...change, by, note };
        for (const { id } of inquiries) {
          const marked = await updateStatus({ store, clock, destinations }, id, update);
          // It was deleted after it was found.
          if (!marked) throw unknownId(id);
          if (marked.outcome === 'refused') throw notAllowed(id, marked);
          stderr.write(
            `${toShortId(id)} is now ${formatReviewState(marked.inquiry).toLowerCase()}.\n` +
              `Due: ${formatDeadline(marked.inquiry, clock())}.\n`,
          );
        }
      });
    });

const noStatus = usageError(
  'Expected one or more ids, and then a status.',
  `The status is one of ${statuses.join(', ')}. Run "inquiries list" to see the ids.`,
);

const isStatus = (value: string | undefined): value is Status =>
  statuses.some((status) => status === value);

function toStatusChange(
  status: string | undefined,
  { qualified = false, notQualified = false }: { qualified?: boolean; notQualified?: boolean },
): StatusChange {
  if (!isStatus(status)) throw noStatus;
  if (status === 'reviewed' && qualified !== notQualified) return { status, qualified };
  if (status !== 'reviewed' && !qualified && !notQualified) return { status };
  throw usageError(
    'A review needs either --qualified or --not-qualified; other statuses need neither.',
  );
}

function notAllowed(id: string, { reason, from }: Extract<UpdateResult, { outcome: 'refused' }>) {
  const title =
    reason === 'unchanged'
      ? `${toShortId(id)} already has the status "${from}".`
      : `The status "${from}" of ${toShortId(id)} does not allow this change.`;
  return new CliError('NOT_ALLOWED', title, 'Spam becomes only new, and only spam becomes new.');
}
