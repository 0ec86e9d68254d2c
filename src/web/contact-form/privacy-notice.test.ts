import { expect, it } from 'vitest';
import { contact } from '../../content/contact.ts';
import { firm } from '../../content/firm.ts';
import { formatPlural } from '../../text/format-number.ts';
import { describePrivacy, describeRetention } from './privacy-notice.tsx';

const { retention, imageHost } = contact.form.privacy;

it.each([
  ['18 months', 18, formatPlural(firm, retention.months, 18)],
  ['a month', 1, formatPlural(firm, retention.months, 1)],
  ['no limit', undefined, retention.unlimited],
])('the privacy notice with a retention of %s says so', (_, months, text) => {
  expect(describePrivacy(describeRetention(months)).join('\n')).toContain(text);
});

it.each([
  ['an image host', 'https://images.example/a?w={width}', true],
  ['the website', '/hero-{width}.jpg', false],
  ['none', undefined, false],
])('the privacy notice names who gets the address of a visitor: %s', (_, url, isNamed) => {
  const notice = describePrivacy('', url).join('\n');
  expect(notice.includes(imageHost('images.example'))).toBe(isNamed);
});
