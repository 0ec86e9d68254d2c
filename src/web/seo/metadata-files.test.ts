import { expect, it, onTestFinished } from 'vitest';
import { firm } from '../../content/firm.ts';
import { renderMetadataFiles } from './metadata-files.ts';

const securityTxt = (publicUrl: string | undefined) => {
  const builtAtMs = Date.parse('2026-01-01T00:00:00.000Z');
  return renderMetadataFiles(publicUrl, builtAtMs)['/.well-known/security.txt']?.body;
};

it('security.txt has a contact, an end within a year of the build, and a canonical URL', () => {
  const contact = `Contact: mailto:${firm.email}\n`;
  const text = `${contact}Expires: 2026-12-27T00:00:00.000Z\n`;
  expect(securityTxt(undefined)).toContain(text);
  expect(securityTxt(undefined)).not.toContain('Canonical');
  const canonical = '\nCanonical: https://firm.example/.well-known/security.txt\n';
  expect(securityTxt('https://firm.example')).toContain(canonical);
});

it.each([
  [undefined, 'en'],
  ['en-GB', 'en'],
  ['nl-NL', 'nl, en'],
])('security.txt of a firm with the locale %s prefers the languages %s', (locale, languages) => {
  const before = firm.locale;
  onTestFinished(() => setLocale(before));
  setLocale(locale);
  expect(securityTxt(undefined)).toContain(`\nPreferred-Languages: ${languages}\n`);
});

function setLocale(locale: string | undefined) {
  if (locale === undefined) delete firm.locale;
  else firm.locale = locale;
}
