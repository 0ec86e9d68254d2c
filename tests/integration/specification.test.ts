import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { contact } from '../../src/content/contact.ts';
import { companySizes, personas, timelines } from '../../src/content/fields.ts';
import { appError, routeError } from '../../src/content/layout.ts';
import { loadSiteBundle } from '../../src/http/pages/site-build.ts';
import { type Field, parseInquiry } from '../../src/inquiry/inquiry.ts';
import { hasEnhancedContrast } from '../../tools/check-palette.ts';
import { measureHeader } from '../../tools/measure-header.ts';

/**
 * Facts, texts and choices that docs/specification.md fixes for this firm, in the order of each page. Another
 * firm edits or deletes this file: other tests read its own.
 */
const texts = {
  '/': [
    ...['Capital With Conviction. Platforms That Endure.', 'Partner With Us'],
    'Where Infrastructure Meets Intelligence',
    ...['Our Strategic Lens', 'Durable Value Creation', 'Embedded Execution'],
    ...['Aligned Capital Strategy', 'Partner With Purpose', 'Get In Touch'],
    'Partnership Inquiries',
    ...['informational purposes only', 'accredited investors, institutional partners'],
    ...['and qualified professionals', 'not an offer, a solicitation or advice'],
    ...['not a registered broker-dealer or investment advisor', '©'],
  ],
  '/about': [
    'Who We Are',
    ...['Our Operating Philosophy', 'Ownership-First', 'Operator-Informed'],
    ...['AI-Native & Asset-Backed', 'Legacy-Aligned'],
    ...['What Sets Us Apart', 'Vertical Integration', 'Strategic Access', 'Execution Capacity'],
    ...['Where We Play', 'Real estate and industrial infrastructure'],
    'Private equity roll-ups and emerging fund sponsors',
    'Public-private ventures in food, housing and compliance',
    ...['AI-driven operational ventures', 'Global ESG trade and supply systems'],
    ...['Media and cultural influence platforms', 'Long-Term Outlook'],
  ],
  '/platform': [
    ...['Keel', 'What We Enable', 'Capital Structuring', 'Operational Infrastructure'],
    ...['Go-to-Market Enablement', 'Technology Integration', 'Strategic Ecosystem Access'],
    ...['How the Platform Works', 'Value Across the Stack'],
    ...['For Founders', 'For Sponsors/GPs', 'For Ecosystem Partners', 'Why It Matters'],
  ],
  '/ecosystems': [
    ...['Ecosystems of Scale & Significance', 'Why Ecosystems Matter', 'Private Equity Network'],
    'Franchise & Culinary Entrepreneur Platform',
    ...['Athlete-to-Entrepreneur Platform', 'Our Embedded Advantage', 'Vision Ahead'],
  ],
  '/contact': [
    ...['Partner With Us', 'partnership opportunities', 'Connect With Us'],
    ...Object.values(personas),
    ...Object.values(timelines),
    ...['Contact information', 'Boston', 'Monday to Friday', '9:00 AM to 6:00 PM EST'],
    ...['What to Expect', 'Within 24 hours', 'review your inquiry'],
    ...['Within 48 hours', 'answer qualified opportunities'],
    ...['30-45 minutes', 'Transparency'],
  ],
};

const site = await loadSiteBundle('dist');

it.each(Object.entries(texts))(
  '%s has the texts of the specification, in order',
  async (path, texts) => {
    if (!site) throw new Error('The site is not built. Run "npm run build".');
    const options = { site: { year: 2026 }, assets: site.assets, publicUrl: undefined };
    const { html } = await site.renderer.render(path, options);
    let rest = html
      .replace(/^[^]*<main/, '<main')
      .replaceAll(/<!--.*?-->|<[^>]*>/g, '')
      .replaceAll('&amp;', '&');
    for (const text of texts) {
      expect(rest, text).toContain(text);
      rest = rest.slice(rest.indexOf(text) + text.length);
    }
  },
);

it('the choices are those of the specification, with their labels', () => {
  expect(personas).toEqual({
    founder: 'Founder / Entrepreneur',
    investor: 'Investor / Capital Allocator',
    operator: 'Operator / Executive',
    advisor: 'Advisor / Consultant',
    other: 'Other',
  });
  expect(Object.keys(companySizes)).toEqual(['1-10', '11-50', '51-200', '201-1000', '1000+']);
  expect(timelines).toEqual({
    immediate: 'Immediate (within 2 weeks)',
    '1-3months': '1-3 months',
    '3-6months': '3-6 months',
    '6-12months': '6-12 months',
    exploratory: 'Just exploring',
  });
});

it.each<[Field, string]>([
  ['firstName', 'First name is required'],
  ['lastName', 'Last name is required'],
  ['email', 'Please enter a valid email address'],
  ['company', 'Company is required'],
  ['role', 'Role is required'],
  ['industry', 'Industry is required'],
  ['message', 'Please provide more details (at least 10 characters)'],
  ['honeypot', 'Bot detected'],
])('the error of the field %s is that of the specification', (name, message) => {
  expect(parseInquiry({ honeypot: 'filled' })).toMatchObject({ fields: { [name]: message } });
});

it('the messages are those of the specification', () => {
  expect(contact.form.submitting).toBe('Submitting...');
  expect(contact.outcome).toMatchObject({
    success: "Thank you for your interest! We'll be in touch soon.",
    failure: 'There was an issue submitting your form. Please try again.',
  });
  expect(routeError.title).toBe('Unexpected Application Error!');
  expect(appError).toEqual({
    title: 'Something went wrong',
    text: 'We apologize for the inconvenience. Please try refreshing the page.',
    action: 'Refresh Page',
  });
});

it('the links of the header are a row from 768 px', () => {
  expect(measureHeader() * 16).toBe(768);
});

it('running text has a contrast of 7:1', () => {
  expect(hasEnhancedContrast(readFileSync('src/content/palette.css', 'utf8'))).toBe(true);
});
