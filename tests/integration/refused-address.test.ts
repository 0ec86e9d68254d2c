import { expect, it } from 'vitest';
import { type ReceivedMail, setUpTeam } from '../fixtures/simulated-team.ts';

const ann = 'ann@firm.example';
const ben = 'ben@firm.example';
const kim = 'kim@firm.example';
const told = 'The acknowledgement could not be delivered: the address may be wrong.';

const setUp = () =>
  setUpTeam({
    from: '2026-11-23T07:00',
    team: `Ann Alder <${ann}>, Ben Birch <${ben}>`,
    escalateTo: kim,
    holidays: [],
  });

it('a refused acknowledgement is told in the thread at once, and in each later e-mail', async () => {
  const { mails, refuse, waitUntil, writeInquiry, run } = await setUp();
  refuse('ada@ada.example', '550 5.1.1 Unknown');
  const ada = await writeInquiry('Ada');
  await writeInquiry('Bea');
  await waitUntil('2026-11-23T07:05');
  const [notice, ...others] = mails.filter(({ kind }) => kind === 'not-acknowledged');
  expect(others).toEqual([]);
  expect(notice).toMatchObject({
    to: [ann, ben],
    news: `${told} Review due by Tue 7 AM.`,
    references: `<inquiry-${ada}@firm.example>`,
    inReplyTo: `<inquiry-${ada}@firm.example>`,
  });
  expect(notice?.text).toContain(`ada@ada.example\n${told}`);

  // Until Thursday, when both are two business days late.
  await waitUntil('2026-11-24T12:00');
  await run('assign', ada, '--to', 'Ben Birch');
  await waitUntil('2026-11-26T08:30');
  const later = mails.slice(mails.indexOf(notice as ReceivedMail) + 1);
  for (const { kind, text } of later) {
    const [, afterAda = ''] = /\bada@ada\.example\n(.*\n)/.exec(text) ?? [];
    if (text.includes('ada@ada.example')) expect(afterAda.trim(), kind).toBe(told);
    expect(text.split(told).length - 1, kind).toBe(text.includes('ada@ada.example') ? 1 : 0);
  }
  const telling = later.filter(({ text }) => text.includes(told)).map(({ kind }) => kind);
  expect(new Set(telling)).toEqual(new Set(['review-soon', 'digest', 'changed', 'escalation']));
});

it('an acknowledgement that was sent again, and accepted, is not told as refused', async () => {
  const { mails, refuse, accept, waitUntil, writeInquiry, run } = await setUp();
  refuse('ada@ada.example', '550 5.1.1 Unknown');
  const ada = await writeInquiry('Ada');
  await waitUntil('2026-11-23T07:10');
  accept('ada@ada.example');
  await run('redeliver', ada);
  await waitUntil('2026-11-23T07:20');
  await run('assign', ada, '--to', 'Ben Birch');
  const changed = mails.filter(({ kind }) => kind === 'changed');
  expect(changed.map(({ text }) => text.includes(told))).toEqual([false]);
});

it('of an inquiry that was closed meanwhile, a refused acknowledgement is not told', async () => {
  const { mails, refuse, waitUntil, writeInquiry, run } = await setUp();
  refuse('ada@ada.example', '451 4.3.0 Later');
  const ada = await writeInquiry('Ada');
  await run('mark', ada, 'declined');
  refuse('ada@ada.example', '550 5.1.1 Unknown');
  await waitUntil('2026-11-23T09:00');
  expect(mails.map(({ kind }) => kind)).not.toContain('not-acknowledged');
});

it('an acknowledgement that only failed for now is not told as refused', async () => {
  const { mails, refuse, accept, waitUntil, writeInquiry, run } = await setUp();
  refuse('ada@ada.example', '452 4.2.2 Full');
  const ada = await writeInquiry('Ada');
  await waitUntil('2026-11-23T12:00');
  await run('mark', ada, 'spam');
  await waitUntil('2026-11-23T14:00');
  accept('ada@ada.example');
  await run('mark', ada, 'new');
  await waitUntil('2026-11-25T12:00');
  expect(mails.filter(({ text }) => text.includes(told))).toEqual([]);
});
