import { describe, expect, it } from 'vitest';
import {
  createTestStore,
  listStoredInquiries,
  receivedMs,
  runCommand,
} from '../../../tests/fixtures/command-line.ts';
import { sampleInquiry } from '../../../tests/fixtures/sample-inquiry.ts';
import { fields } from '../../inquiry/inquiry.ts';
import { addedFields } from '../../store/inquiries/stored-inquiry.ts';

const hourMs = 60 * 60 * 1000;

async function oneInquiry(changes: Parameters<typeof createTestStore>[0] = {}) {
  const env = await createTestStore(changes);
  const [inquiry] = await listStoredInquiries(env);
  return { env, id: inquiry?.id ?? '' };
}

describe('show', () => {
  it('shows every field, the history and the deadline', async () => {
    const { env, id } = await oneInquiry({
      role: 'Foun\u202eder',
      message: 'We would like to talk.\n\n\u202eSoon \u001b[2J.',
      mark: { status: 'reviewed', qualified: true, by: 'Grace', note: 'Good \u202efit.' },
    });
    const { exitCode, stdout } = await runCommand(['show', id], env, receivedMs + hourMs);
    expect(exitCode).toBe(0);
    // The firm's own fields stand among these.
    const added = addedFields.map((name) => fields[name].label);
    const lines = stdout.split('\n').filter((line) => !added.includes(line.slice(0, 18).trim()));
    expect(lines.join('\n')).toBe(`\
ID                ${id}
Received          2026-11-21 12:00 UTC
Status            reviewed, qualified
Due               response by 2026-11-23 12:00 UTC (in 47 h)
Assigned to       nobody
First Name        Ada
Last Name         Lovelace
Email             ada@analytical.example
Company           Analytical Engines
Role              Foun[U+202E]der
Industry          Computing
Persona           Founder / Entrepreneur
Company Size      11-50
Funding Stage     Series A
Funding Amount    $5M
Timeline          3-6 months

Message
  We would like to talk.

  [U+202E]Soon  [2J.

History (UTC)
  2026-11-21 12:00  received
  2026-11-21 12:00  reviewed, qualified, by Grace: Good [U+202E]fit.
`);
  });

  it('prints JSON', async () => {
    const { env, id } = await oneInquiry({ mark: { status: 'declined', by: 'Grace' } });
    const { stdout, stderr } = await runCommand(['show', id, '--json'], env);
    expect(stderr).toBe('');
    expect(JSON.parse(stdout)).toEqual({
      id,
      receivedAt: '2026-11-21T12:00:00.000Z',
      status: 'declined',
      ...sampleInquiry,
      history: [{ at: '2026-11-21T12:00:00.000Z', status: 'declined', by: 'Grace' }],
      deliveries: [],
      earlier: [],
    });
  });

  it('shows earlier inquiries from the address', async () => {
    const env = await createTestStore(
      { email: 'grace@analytical.example' },
      { mark: { status: 'declined' } },
      { company: 'A\u202e' },
      {},
    );
    const ids = (await listStoredInquiries(env)).map(({ id }) => id);
    await runCommand(['assign', ids[2] ?? '', '--to', 'Ann'], env);
    const { stdout } = await runCommand(['show', ids.at(-1) ?? ''], env);
    expect(stdout.slice(stdout.indexOf('\nEarlier'))).toBe(`
Earlier inquiries from this address (UTC)
  2026-11-21 12:00  ${ids[2]}  Ada Lovelace, A[U+202E]: new, assigned to Ann
  2026-11-21 12:00  ${ids[1]}  Ada Lovelace, Analytical Engines: declined, assigned to nobody
`);
    const { stdout: json } = await runCommand(['show', ids[2] ?? '', '--json'], env);
    expect(JSON.parse(json)).toMatchObject({ earlier: [{ id: ids[1], status: 'declined' }] });
  });

  it('lists the ids that match an ambiguous prefix', async () => {
    const env = await createTestStore({}, {});
    const ids = (await listStoredInquiries(env)).map(({ id }) => id);
    const { exitCode, stdout, stderr } = await runCommand(['show', '0'], env);
    expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: '' });
    expect(stderr).toContain(`:\n- ${ids[0]}\n- ${ids[1]} [AMBIGUOUS_ID]\n`);
  });

  it('explains how to list the ids after an unknown one', async () => {
    const { env } = await oneInquiry();
    expect(await runCommand(['show', 'ffff'], env)).toEqual({
      exitCode: 1,
      stdout: '',
      stderr:
        'No inquiry has an id that starts with "ffff". [UNKNOWN_ID]\n' +
        'Run "inquiries list" to see the ids.\n',
    });
  });
});
