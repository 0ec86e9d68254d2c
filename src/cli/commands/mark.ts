import { Argument, type Command } from '@commander-js/extra-typings';
import { slaHours } from '../../inquiry/deadlines.ts';
import {
  formatReviewState,
  type StatusChange,
  type Status,
  statuses,
} from '../../inquiry/status.ts';
import { getNotified } from '../../notifications/destinations.ts';
import { type UpdateResult, updateStatus } from '../../store/inquiries/update-status.ts';
import { examples, type CliContext } from '../context.ts';
import { CliError } from '../errors.ts';
import { changeOptions } from '../option-values.ts';
import { formatDeadline, toShortId } from '../output/format.ts';
import { unknownId, withInquiry } from '../with-store.ts';

export const mark = (program: Command, context: CliContext) =>
  program
    .command('mark')
    .argument('<id>')
    .addArgument(new Argument('<status>').choices(statuses))
    .description(`Set the status of an inquiry: ${statuses.join(', ')}.`)
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
        'inquiries mark 01a1fd11 spam       # undo: mark 01a1fd11 new',
      ),
    )
    .action(async (id, status, { by, note, quiet, ...options }) => {
      const change = toStatusChange(status, options);
      await withInquiry(context, 'current', id, async (store, inquiry, settings) => {
        const { clock, stderr } = context;
        const destinations = getNotified(settings, quiet);
        const update = { ...change, by, note };
        const marked = await updateStatus({ store, clock, destinations }, inquiry.id, update);
        // It was deleted after it was found.
        if (!marked) throw unknownId(id);
        if (marked.outcome === 'refused') throw notAllowed(marked);

        stderr.write(
          `${toShortId(inquiry.id)} is now ${formatReviewState(marked.inquiry).toLowerCase()}.\n` +
            `Due: ${formatDeadline(marked.inquiry, clock())}.\n`,
        );
      });
    });

function toStatusChange(
  status: Status,
  { qualified = false, notQualified = false }: { qualified?: boolean; notQualified?: boolean },
): StatusChange {
  if (status === 'reviewed' && qualified !== notQualified) return { status, qualified };
  if (status !== 'reviewed' && !qualified && !notQualified) return { status };
  throw new CliError(
    'USAGE',
    'A review needs either --qualified or --not-qualified; other statuses need neither.',
    'Add or remove these options.',
  );
}

function notAllowed({ reason, from }: RefusedUpdate) {
  const title =
    reason === 'unchanged'
      ? `The inquiry already has the status "${from}".`
      : `The status "${from}" does not allow this change.`;
  return new CliError('NOT_ALLOWED', title, 'Spam becomes only new, and only spam becomes new.');
}

type RefusedUpdate = Extract<UpdateResult, { outcome: 'refused' }>;
