import type { Command } from '@commander-js/extra-typings';
import { assignInquiry, maxUpdateLengths } from '../../store/inquiries/update-status.ts';
import { examples, type CliContext } from '../context.ts';
import { CliError, usageError } from '../errors.ts';
import { changeOptions, getNotified, toText } from '../option-values.ts';
import { toShortId } from '../output/format.ts';
import { requireInquiry, unknownId, withStore } from '../with-store.ts';

export const assign = (program: Command, context: CliContext) =>
  program
    .command('assign <id>')
    .description('Assign an inquiry to a person, or to nobody.')
    .option('--to <name>', 'Who takes care of it.', toText(maxUpdateLengths.by))
    .option('--nobody', 'Take it from the person who has it.')
    .option(...changeOptions.note)
    .option(...changeOptions.by)
    .option(...changeOptions.quiet)
    .addHelpText(
      'after',
      examples('inquiries assign 01a1fd11 --to Ada', 'inquiries assign 01a1fd11 --nobody'),
    )
    .action((id, { to, nobody = false, by, note, quiet }) => {
      if (nobody === (to !== undefined)) {
        throw usageError('Expected either --to or --nobody.');
      }
      return withStore(context, async (store, settings) => {
        const inquiry = await requireInquiry(store, id);
        const { clock, stderr } = context;
        const dependencies = { store, clock, destinations: getNotified(settings, quiet) };
        const assignment = { assignee: to ?? '', by, note };
        const result = await assignInquiry(dependencies, inquiry.id, assignment);
        // It was deleted after it was found.
        if (!result) throw unknownId(id);
        if (result.outcome === 'refused') {
          const title =
            result.reason === 'closed'
              ? 'The inquiry is closed: nobody has to answer it.'
              : `The inquiry is already assigned to ${to ?? 'nobody'}.`;
          throw new CliError('NOT_ALLOWED', title, 'Run "inquiries show ID" to see its history.');
        }
        const { assignee = 'nobody' } = result.inquiry;
        stderr.write(`${toShortId(inquiry.id)} is now assigned to ${assignee}.\n`);
      });
    });
