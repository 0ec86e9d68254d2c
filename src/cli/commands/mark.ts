import { Argument, type Command } from '@commander-js/extra-typings';
import { slaHours } from '../../inquiry/deadlines.ts';
import { formatReviewState } from '../../inquiry/field-labels.ts';
import { type StatusChange, type Status, statuses } from '../../inquiry/transition.ts';
import {
  type UpdateResult,
  updateStatus,
  maxUpdateLengths,
} from '../../store/inquiries/update-status.ts';
import { examples, type CliContext } from '../context.ts';
import { cliErrors, toAction } from '../errors.ts';
import { toText } from '../option-values.ts';
import { formatDeadline, toJson, toShortId } from '../output/format.ts';
import { withInquiry } from '../with-store.ts';

export const mark = (program: Command, context: CliContext) =>
  program
    .command('mark')
    .argument('<id>')
    .addArgument(new Argument('<status>').choices(statuses))
    .description(`Set the status of an inquiry: ${statuses.join(', ')}.`)
    .option('--qualified', `With "reviewed": a response is due within ${slaHours.response} hours.`)
    .option('--not-qualified', 'With "reviewed": no response is due.')
    .option('--note <text>', 'Note for the history.', toText(maxUpdateLengths.note))
    .option('--by <name>', 'Author for the history.', toText(maxUpdateLengths.by))
    .option('--json', 'Print the inquiry as a JSON object.')
    .addHelpText(
      'after',
      examples(
        'inquiries mark 01a1fd11 reviewed --qualified --by Ada',
        'inquiries mark 01a1fd11 declined --note "Outside our sectors"',
        'inquiries mark 01a1fd11 spam       # undo: mark 01a1fd11 new',
      ),
    )
    .action(
      toAction(async (id, status, { by, json, note, ...options }) => {
        const change = toStatusChange(status, options);
        if (!change) return cliErrors.invalidQualification();

        return withInquiry(context, 'current', id, async (store, inquiry) => {
          const { clock, stdout, stderr } = context;
          const marked = await updateStatus({ store, clock }, inquiry.id, {
            ...change,
            by,
            note,
          });
          if (marked.outcome !== 'marked') return toCliError(id, marked);

          stderr.write(
            `${toShortId(inquiry.id)} is now ${formatReviewState(marked.inquiry).toLowerCase()}.\n` +
              `Due: ${formatDeadline(marked.inquiry, clock())}.\n`,
          );
          if (json) stdout.write(`${JSON.stringify(toJson(marked.inquiry), null, 2)}\n`);
          return undefined;
        });
      }),
    );

/** Returns undefined for a review without a qualification, or another status with one. */
function toStatusChange(
  status: Status,
  { qualified = false, notQualified = false }: { qualified?: boolean; notQualified?: boolean },
): StatusChange | undefined {
  if (status === 'reviewed') return qualified === notQualified ? undefined : { status, qualified };
  return qualified || notQualified ? undefined : { status };
}

function toCliError(id: string, marked: Exclude<UpdateResult, { outcome: 'marked' }>) {
  // It was deleted after it was found.
  if (marked.outcome === 'unknown') return cliErrors.unknownId(id);
  const { reason, from, allowed } = marked;
  const commands = allowed.map((status) => toMarkCommand(id, status));
  return reason === 'unchanged'
    ? cliErrors.unchanged(id, from)
    : cliErrors.notAllowed(from, commands);
}

const toMarkCommand = (id: string, status: Status) =>
  `inquiries mark ${id} ${status}${status === 'reviewed' ? ' --qualified' : ''}`;
