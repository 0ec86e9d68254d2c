import { Option } from '@commander-js/extra-typings';
import { assignInquiry } from '../../change-inquiry/assign-inquiry.ts';
import { changeStatus, type RefusedStatus } from '../../change-inquiry/change-status.ts';
import type { ChangeContext } from '../../change-inquiry/locked-inquiry.ts';
import { getDestinations, getTeamNames } from '../../config/destinations.ts';
import { promisedHours } from '../../content/periods.ts';
import { maxChangeLengths } from '../../inquiry/history.ts';
import { formatReviewState, listAllowed, statuses } from '../../inquiry/status.ts';
import { addCommand, type CliCommand, type CliContext, CliError, toText } from '../command.ts';
import { formatDeadline, toShortId } from '../output/format.ts';
import { requireInquiry, unknownId, withStore } from '../with-store.ts';

const noteOption = new Option('--note <text>', 'Note for the history.').argParser(
  toText(maxChangeLengths.note),
);
const authorOption = new Option('--by <name>', 'Author for the history.').argParser(
  toText(maxChangeLengths.by),
);
const quietOption = new Option('--quiet', 'Send no e-mail about it to the team.');

export const mark: CliCommand = (program, context) =>
  addCommand(program, 'mark', {
    description: `Set the status of inquiries: ${statuses.join(', ')}.`,
    examples: [
      'inquiries mark 01a1fd11 reviewed --qualified --by Ada',
      'inquiries mark 01a1fd11 declined --note "Outside our sectors"',
      'inquiries mark 01a1fd11 01a1fd22 spam       # undo: mark 01a1fd11 01a1fd22 new',
    ],
  })
    // Commander accepts multiple values only in the last argument.
    .argument('<ids-and-status...>', `One or more ids, then the status: ${statuses.join(', ')}.`)
    .option(
      '--qualified',
      `With "reviewed": a response is due within ${promisedHours.response} hours.`,
    )
    .option('--not-qualified', 'With "reviewed": no response is due.')
    .addOption(noteOption)
    .addOption(authorOption)
    .addOption(quietOption)
    .action((values, { by, note, quiet, qualified = false, notQualified = false }) => {
      const ids = values.slice(0, -1);
      const status = statuses.find((one) => one === values.at(-1));
      const hasOneJudgment = qualified !== notQualified;
      const hasNoJudgment = !qualified && !notQualified;
      const isJudgmentValid = status === 'reviewed' ? hasOneJudgment : hasNoJudgment;
      if (status && !isJudgmentValid) {
        const title =
          'A review needs either --qualified or --not-qualified; other statuses need neither.';
        throw new CliError('USAGE', title);
      }
      if (!status || ids.length === 0) {
        const fix = `The status is one of ${statuses.join(', ')}. Run "inquiries list" to see the ids.`;
        throw new CliError('USAGE', 'Expected one or more ids, and then a status.', fix);
      }
      const change = status === 'reviewed' ? { status, qualified } : { status };
      return changeEach(context, ids, quiet, async (changeContext, id) => {
        const marked = await changeStatus(changeContext, id, { ...change, by, note });
        if (!marked) throw unknownId(id);
        if (marked.outcome === 'changed') {
          const state = formatReviewState(marked.inquiry).toLowerCase();
          return `is now ${state}.\nDue: ${formatDeadline(marked.inquiry, context.clock())}.`;
        }
        throw describeRefusal(marked, id);
      });
    });

function describeRefusal({ reason, from }: RefusedStatus, id: string): CliError {
  if (reason === 'unchanged') {
    const title = `${toShortId(id)} already has the status "${from.status}".`;
    return new CliError('NOT_ALLOWED', title, historyHint);
  }
  const title = `The status "${from.status}" of ${toShortId(id)} does not allow this change.`;
  const fix = `Allowed from "${from.status}": ${listAllowed(from).join(', ')}.`;
  return new CliError('NOT_ALLOWED', title, fix);
}

const historyHint = 'Run "inquiries show ID" to see its history.';

export const assign: CliCommand = (program, context) =>
  addCommand(program, 'assign <id>', {
    description: 'Assign an inquiry to a person, or to nobody.',
    examples: ['inquiries assign 01a1fd11 --to Ada', 'inquiries assign 01a1fd11 --nobody'],
  })
    .option('--to <name>', 'Who takes care of it.', toText(maxChangeLengths.by))
    .option('--nobody', 'Take it from the person who has it.')
    .addOption(noteOption)
    .addOption(authorOption)
    .addOption(quietOption)
    .action((idPrefix, { to, nobody = false, by, note, quiet }) => {
      const isPerson = to !== undefined;
      if (isPerson === nobody) throw new CliError('USAGE', 'Expected either --to or --nobody.');
      const assignment = { assignee: to ?? '', by, note };
      return changeEach(context, [idPrefix], quiet, async (changeContext, id, teamNames) => {
        const result = await assignInquiry(changeContext, id, { ...assignment, teamNames });
        if (!result) throw unknownId(id);
        if (result.outcome === 'assigned') {
          return `is now assigned to ${result.inquiry.assignee ?? 'nobody'}.`;
        }
        const title =
          result.reason === 'closed'
            ? 'The inquiry is closed: no response is due.'
            : `The inquiry is already assigned to ${result.assignee ?? 'nobody'}.`;
        throw new CliError('NOT_ALLOWED', title, historyHint);
      });
    });

/**
 * Changes inquiries one by one, after all of them have been found. Prints the text that `change`
 * returns for each. `teamNames`: names in NOTIFY_TO.
 */
const changeEach = (
  context: CliContext,
  idPrefixes: string[],
  isQuiet: boolean | undefined,
  change: (changeContext: ChangeContext, id: string, teamNames: string[]) => Promise<string>,
) =>
  withStore(context, async ({ store, settings, clock, stderr }) => {
    const inquiries = await Array.fromAsync(idPrefixes, (prefix) => requireInquiry(store, prefix));
    const all = getDestinations(settings);
    const destinations = isQuiet ? all.filter(({ reaches }) => reaches !== 'team') : all;
    for (const { id } of inquiries) {
      const text = await change({ store, clock, destinations }, id, getTeamNames(settings));
      stderr.write(`${toShortId(id)} ${text}\n`);
    }
  });
