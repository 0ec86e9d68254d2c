import type { Command } from '@commander-js/extra-typings';
import { describeStanding } from '../../inquiry/field-labels.ts';
import { type Change, type Status, statuses } from '../../inquiry/transition.ts';
import { shortenIds } from '../../store/inquiries/shorten-ids.ts';
import { type Marked, markInquiry, maxMarkLengths } from '../../store/inquiries/update-status.ts';
import { examples, type Terminal } from '../context.ts';
import { type CliProblem, problems, toAction } from '../errors.ts';
import { toText } from '../option-values.ts';
import { describeDue, toJson } from '../output/format-inquiry.ts';
import { withInquiry } from '../with-store.ts';

export const mark = (program: Command, terminal: Terminal) =>
  program
    .command('mark <id> <status>')
    .description(`Set the status of an inquiry: ${statuses.join(', ')}.`)
    .option('--qualified', 'With "reviewed": it gets a response within 48 hours.')
    .option('--not-qualified', 'With "reviewed": it gets no response.')
    .option('--note <text>', 'Reason, for the history.', toText(maxMarkLengths.note))
    .option('--by <name>', 'Who marks it, for the history.', toText(maxMarkLengths.by))
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
      toAction(async (id, status, { by, json, note, ...judgement }) => {
        const read = readChange(status, judgement);
        if (!read.ok) return read.problem;

        return withInquiry(terminal, 'current', id, async (store, inquiry) => {
          const { clock, stdout, stderr } = terminal;
          const marked = await markInquiry({ store, clock }, inquiry.id, {
            ...read.change,
            by,
            note,
          });
          if (marked.outcome !== 'marked') return toProblem(id, marked);

          const [shortId = ''] = await shortenIds(store, [inquiry.id]);
          stderr.write(
            `${shortId} is ${describeStanding(marked.inquiry).toLowerCase()} now.\n` +
              `Due: ${describeDue(marked.inquiry, clock())}.\n`,
          );
          if (json) stdout.write(`${JSON.stringify(toJson(marked.inquiry), null, 2)}\n`);
          return undefined;
        });
      }),
    );

type ReadChange = { ok: true; change: Change } | { ok: false; problem: CliProblem };

interface Judgement {
  qualified?: true | undefined;
  notQualified?: true | undefined;
}

function readChange(text: string, { qualified, notQualified }: Judgement): ReadChange {
  const status = statuses.find((known) => known === text);
  const isOneGiven = Boolean(qualified) !== Boolean(notQualified);
  const isNoneGiven = !qualified && !notQualified;

  if (!status) return wrong(problems.unknownStatus(text, statuses));
  if (status === 'reviewed') {
    if (!isOneGiven) return wrong(problems.notJudged());
    return { ok: true, change: { status, qualified: Boolean(qualified) } };
  }
  if (!isNoneGiven) return wrong(problems.judgedWithoutReview(status));
  return { ok: true, change: { status } };
}

const wrong = (problem: CliProblem): ReadChange => ({ ok: false, problem });

function toProblem(id: string, marked: Exclude<Marked, { outcome: 'marked' }>) {
  // Somebody erased it since it was found.
  if (marked.outcome === 'unknown') return problems.unknownId(id);
  const { reason, from, allowed } = marked;
  const commands = allowed.map((status) => markCommand(id, status));
  return reason === 'unchanged'
    ? problems.unchanged(id, from)
    : problems.notAllowed(from, commands);
}

const markCommand = (id: string, status: Status) =>
  `inquiries mark ${id} ${status}${status === 'reviewed' ? ' --qualified' : ''}`;
