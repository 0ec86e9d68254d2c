import { expect, it } from 'vitest';
import { email, inquirer } from '../../../tests/fixtures/destinations.ts';
import { startMailServer } from '../../../tests/fixtures/mail-server.ts';
import { hour, setUpNotifications } from '../../../tests/fixtures/notification-fixture.ts';
import type { Inquiry } from '../../inquiry/inquiry.ts';

/** An inquiry with these changes, and the mail server of inquirers. */
async function setUp(changes: Partial<Inquiry> = {}) {
  const { mails, address } = await startMailServer();
  const fixture = await setUpNotifications({ inquirerMailServer: address });
  const id = await fixture.submit(changes, [email, inquirer]);
  return { ...fixture, id, mails };
}

it('is sent only to the inquirer, and replies go to the firm', async () => {
  const { id, tick, mails } = await setUp();
  await tick();
  expect(mails).toHaveLength(1);
  const { from, to, source, read } = mails[0] ?? { read: undefined };
  expect([from, to]).toEqual(['website@firm.example', ['ada@analytical.example']]);
  expect(source).toMatch(/^X-Auto-Response-Suppress: DR, RN, NRN, OOF, AutoReply\r$/m);
  expect(source).toMatch(/^Auto-Submitted: auto-replied\r$/m);
  expect(read).toMatchObject({
    from: { name: 'Firm & Sons', address: 'website@firm.example' },
    to: [{ name: '', address: 'ada@analytical.example' }],
    replyTo: [{ name: 'Firm & Sons', address: 'hello@firm.example' }],
    messageId: `<acknowledgement-${id}@firm.example>`,
    references: `<inquiry-${id}@firm.example>`,
  });
  for (const header of ['cc', 'bcc', 'inReplyTo'] as const)
    expect(read?.[header], header).toBeUndefined();
});

it('has no other characters than ASCII in its header, whatever the address has', async () => {
  const { tick, mails } = await setUp({ email: 'jörg@bücher.example' });
  await tick();
  expect(mails).toHaveLength(1);
  expect(mails[0]?.to).toEqual([expect.stringMatching(/^jörg@(bücher|xn--bcher-kva)\.example$/)]);
  const [header = ''] = mails[0]?.source.split('\r\n\r\n') ?? [];
  expect(header).toMatch(/^\p{ASCII}*$/u);
  expect(header).toMatch(/^To: "?undisclosed-recipients"?:;\r$/m);
});

it.each([
  ['if the inquiry was marked as spam', 'spam', 0],
  ['once the 48 hours have passed', 'new', 48 * hour + 1],
] as const)('is skipped %s', async (_, status, passMs) => {
  const { id, mark, tickAfter, states, mails } = await setUp();
  await mark(id, { status });
  await tickAfter(passMs);
  expect((await states()).sort()).toEqual(['acknowledgement void', 'received delivered']);
  expect(mails).toEqual([]);
});
