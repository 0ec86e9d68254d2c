import { type Marked, markInquiry, maxMarkLengths } from '../inquiries/mark-inquiry.ts';
import { shortenIds } from '../inquiries/shorten-ids.ts';
import { type Status, statuses } from '../inquiries/tables.ts';
import type { Change } from '../inquiries/transition.ts';
import type { Command, Given } from './command.ts';
import { jsonOption, textOption } from './option-values.ts';
import { type CliProblem, problems } from './problems.ts';
import { describeDue, describeStanding, toJson } from './standing.ts';
import { suggest } from './suggest.ts';
import { withInquiry } from './with-inquiry.ts';

export const mark: Command = {
  usage: 'mark ID STATUS [--qualified|--not-qualified] [--note TEXT] [--by NAME] [--json]',
  summary: `Change the status of an inquiry to ${statuses.join(', ')}, and keep who did it and why.`,
  words: ['ID', 'STATUS'],
  options: {
    qualified: { type: 'boolean', help: 'With "reviewed": it gets a response within 48 hours.' },
    'not-qualified': { type: 'boolean', help: 'With "reviewed": it waits for nothing more.' },
    note: textOption('Why, for the history.', maxMarkLengths.note),
    by: textOption('Who, for the history.', maxMarkLengths.by),
    json: jsonOption('Print the inquiry as a JSON object.'),
  },
  examples: [
    'inquiries mark 01a1fd11 reviewed --qualified --by Ada',
    'inquiries mark 01a1fd11 declined --note "Outside our sectors"',
    'inquiries mark 01a1fd11 spam       # and back: mark 01a1fd11 new',
  ],

  async run({ flags, values: { by, note } }, terminal, id, status) {
    const read = readChange(status, flags);
    if (!read.ok) return read.problem;

    return withInquiry(terminal, 'current', id, async (store, inquiry) => {
      const { clock, stdout, stderr } = terminal;
      const marked = await markInquiry({ store, clock }, inquiry.id, { ...read.change, by, note });
      if (marked.outcome !== 'marked') return toProblem(id, marked);

      const [shortId = ''] = await shortenIds(store, [inquiry.id]);
      stderr.write(
        `${shortId} is ${describeStanding(marked.inquiry)} now.\n` +
          `Due: ${describeDue(marked.inquiry, clock())}.\n`,
      );
      if (flags['json']) stdout.write(`${JSON.stringify(toJson(marked.inquiry), null, 2)}\n`);
      return undefined;
    });
  },
};

type ReadChange = { ok: true; change: Change } | { ok: false; problem: CliProblem };

function readChange(text: string, { qualified, ...flags }: Given['flags']): ReadChange {
  const status = statuses.find((known) => known === text);
  const isOneGiven = Boolean(qualified) !== Boolean(flags['not-qualified']);
  const isNoneGiven = !qualified && !flags['not-qualified'];

  if (!status) return wrong(problems.unknownStatus(text, suggest(text, [...statuses])));
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
