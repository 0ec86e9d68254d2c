import { expect, it } from 'vitest';
import { sampleInquiry } from '../../../tests/fixtures/sample-inquiry.ts';
import { investorLabels, labels, personas } from '../../content/fields.ts';
import { fundedPersonas } from '../../inquiry/inquiry.ts';
import { createMailtoLink } from './email-fallback.tsx';

const to = 'partnerships@example.com';
const createLink = (values: object) => createMailtoLink(to, 'Partnership inquiry', values);
const read = (href: string) => {
  const { pathname, searchParams } = new URL(href);
  return { to: pathname, subject: searchParams.get('subject'), body: searchParams.get('body') };
};

it('lists the values by label, with the labels of selected options', () => {
  const { href, isShortened } = createLink({
    firstName: 'Mara',
    persona: 'investor',
    fundingStage: 'Cold storage',
    message: 'One & two?\nThree = #3, 100%',
  });
  expect(isShortened).toBe(false);
  const body =
    `${labels.firstName}: Mara\r\n${labels.persona}: ${personas.investor}\r\n` +
    `${investorLabels.fundingStage}: Cold storage\r\n` +
    `${labels.message}: One & two?\r\nThree = #3, 100%`;
  expect(read(href)).toEqual({ to, subject: 'Partnership inquiry', body });
});

it('omits empty fields, and funding details of other personas', () => {
  const bodyOf = (values: object) => read(createLink({ role: 'Chair', ...values }).href).body;
  expect(bodyOf({ company: '', persona: '' })).toBe(`${labels.role}: Chair`);
  for (const [persona, label] of Object.entries(personas)) {
    if (fundedPersonas.some((funded) => funded === persona)) continue;
    const values = { persona, fundingStage: 'Seed', investmentAmount: '$2m' };
    expect(bodyOf(values)).toBe(`${labels.role}: Chair\r\n${labels.persona}: ${label}`);
  }
});

it('encodes spaces and line breaks for mail clients', () => {
  const { href } = createLink({ message: 'a b\r\nc\nd+e' });
  expect(href).toContain(`body=${encodeURIComponent(labels.message)}%3A%20a%20b%0D%0Ac%0D%0Ad%2Be`);
});

it('truncates the text with an ellipsis above 2,000 characters', () => {
  const maxLength =
    2000 - createLink({ message: 'x' }).href.length - encodeURIComponent(' […]').length;
  const full = createLink({ message: 'x'.repeat(maxLength + 1) });
  expect(full.isShortened).toBe(false);

  const long = createLink({ ...sampleInquiry, message: 'x'.repeat(5000) });
  expect(long.isShortened).toBe(true);
  expect(long.href.length).toBeLessThanOrEqual(2000);
  expect(read(long.href).body).toMatch(/xxx \[…\]$/);
});

it('does not split a surrogate pair', () => {
  for (let offset = 0; offset < 12; offset += 1) {
    const { href } = createLink({ message: 'x'.repeat(offset) + '👋'.repeat(2500) });
    expect(href.length, String(offset)).toBeLessThanOrEqual(2000);
    expect(read(href).body, String(offset)).toMatch(/👋 \[…\]$/u);
  }
});
