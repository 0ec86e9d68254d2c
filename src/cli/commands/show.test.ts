import { expect, it } from 'vitest';
import { setUpCommands } from '../../../tests/fixtures/command-line.ts';
import { sampleInquiry } from '../../../tests/fixtures/sample-inquiry.ts';
import { companySizes, labels, personas, timelines } from '../../content/fields.ts';
import { fieldRecords } from '../../inquiry/inquiry.ts';
import { addedFields } from '../../inquiry/stored-inquiry.ts';

/** Width of the longest label and a gap. */
const width = Math.max(18, ...Object.values(fieldRecords).map(({ label }) => label.length + 2));
const toColumn = (label: string) => label.padEnd(width);

it('shows every field, the history and the deadline', async () => {
  const { ids, runAfterAnHour } = await setUpCommands({
    role: 'Foun\u202eder',
    message: 'We would like to talk.\n\n\u202eSoon \u001b[2J.',
    mark: { status: 'reviewed', qualified: true, by: 'Grace', note: 'Good \u202efit.' },
  });
  const { exitCode, stdout } = await runAfterAnHour('show', ids[0]);
  expect(exitCode).toBe(0);
  // Leave out fields that the firm has added.
  const added = addedFields.map((name) => fieldRecords[name].label);
  const lines = stdout.split('\n').filter((line) => !added.includes(line.slice(0, width).trim()));
  expect(lines.join('\n')).toBe(`\
${toColumn('ID')}${ids[0]}
${toColumn('Received')}2026-11-21 12:00 UTC
${toColumn('Status')}reviewed, qualified
${toColumn('Due')}response by 2026-11-23 12:00 UTC (in 47 h)
${toColumn('Assigned to')}nobody
${toColumn(labels.firstName)}Ada
${toColumn(labels.lastName)}Lovelace
${toColumn(labels.email)}ada@analytical.example
${toColumn(labels.company)}Analytical Engines
${toColumn(labels.role)}Foun[U+202E]der
${toColumn(labels.industry)}Computing
${toColumn(labels.persona)}${personas.founder}
${toColumn(labels.companySize)}${companySizes['11-50']}
${toColumn(labels.fundingStage)}Series A
${toColumn(labels.investmentAmount)}$5M
${toColumn(labels.timeline)}${timelines['3-6months']}

Message
  We would like to talk.

  [U+202E]Soon  [2J.

History (UTC)
  2026-11-21 12:00  received
  2026-11-21 12:00  reviewed, qualified, by Grace: Good [U+202E]fit.
`);
});

it('prints JSON', async () => {
  const reviewed = { status: 'reviewed', qualified: true } as const;
  const { ids, run } = await setUpCommands({ mark: { ...reviewed, by: 'Grace' } });
  const { stdout, stderr } = await run('show', ids[0], '--json');
  expect(stderr).toBe('');
  const receivedAt = '2026-11-21T12:00:00.000Z';
  expect(JSON.parse(stdout)).toEqual({
    id: ids[0],
    receivedAt,
    ...reviewed,
    ...sampleInquiry,
    due: 'response',
    dueAt: '2026-11-23T12:00:00.000Z',
    history: [{ at: receivedAt, ...reviewed, by: 'Grace' }],
    deliveries: [],
    earlier: [],
  });
});

it('has no deadline for suspected spam, as list --due has none', async () => {
  const { ids, run } = await setUpCommands({ company: 'www.one.example' });
  const { stdout } = await run('show', ids[0]);
  expect(stdout).toContain(
    `${toColumn('Suspected spam')}link in the company\n${toColumn('Due')}nothing\n`,
  );
  for (const command of [['show', ids[0] ?? ''], ['list'], ['export']]) {
    const { stdout: json } = await run(...command, ...(command[0] === 'export' ? [] : ['--json']));
    expect(json, command[0]).toContain('"suspectedSpam"');
    expect(json, command[0]).not.toContain('"due');
  }
});

it('names the arrival for an assignee that was imported without a time', async () => {
  const { store, ids, run } = await setUpCommands({});
  await run('assign', ids[0], '--to', 'Ann');
  await store.db.updateTable('inquiries').set({ assignedAt: null }).execute();
  const { stdout } = await run('show', ids[0]);
  expect(stdout).toContain(`${toColumn('Assigned to')}Ann, since 2026-11-21 12:00 UTC\n`);
});

it('shows earlier inquiries from the address', async () => {
  const { ids, run } = await setUpCommands(
    { email: 'grace@analytical.example' },
    { mark: { status: 'declined' } },
    { company: 'A\u202e' },
    {},
  );
  await run('assign', ids[2], '--to', 'Ann');
  const { stdout } = await run('show', ids[3]);
  expect(stdout.slice(stdout.indexOf('\nEarlier'))).toBe(`
Earlier inquiries from this address (UTC)
  2026-11-21 12:00  ${ids[2]}  Ada Lovelace, A[U+202E]: new, assigned to Ann
  2026-11-21 12:00  ${ids[1]}  Ada Lovelace, Analytical Engines: declined, assigned to nobody
`);
  const { stdout: json } = await run('show', ids[2], '--json');
  expect(JSON.parse(json)).toMatchObject({ earlier: [{ id: ids[1], status: 'declined' }] });
});

it('lists the ids that match an ambiguous prefix, and explains an unknown one', async () => {
  const { ids, run } = await setUpCommands({}, {});
  const ambiguous = await run('show', '0');
  expect(ambiguous).toMatchObject({ exitCode: 1, stdout: '' });
  expect(ambiguous.stderr).toContain(`:\n- ${ids[0]}\n- ${ids[1]} [AMBIGUOUS_ID]\n`);
  const stderr =
    'No inquiry has an id that starts with "ffff". [UNKNOWN_ID]\n' +
    'Run "inquiries list" to see the ids.\n';
  expect(await run('show', 'ffff')).toEqual({ exitCode: 1, stdout: '', stderr });
});
