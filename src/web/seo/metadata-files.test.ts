import { expect, it } from 'vitest';
import { firm } from '../../content/firm.ts';
import { renderMetadataFiles } from './metadata-files.ts';

const securityTxt = (publicUrl: string | undefined) => {
  const builtAt = Date.parse('2026-01-01T00:00:00.000Z');
  return renderMetadataFiles(publicUrl, builtAt)['/.well-known/security.txt']?.body;
};

it('security.txt has a contact, an end within a year of the build, and a canonical URL', () => {
  const contact = `Contact: mailto:${firm.email}\n`;
  const text = `${contact}Expires: 2026-12-27T00:00:00.000Z\nPreferred-Languages: en\n`;
  expect(securityTxt(undefined)).toBe(text);
  const canonical = '\nCanonical: https://firm.example/.well-known/security.txt\n';
  expect(securityTxt('https://firm.example')).toContain(canonical);
});
