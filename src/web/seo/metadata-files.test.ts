import { expect, it } from 'vitest';
import { firm } from '../../content/firm.ts';
import { renderMetadataFiles } from './metadata-files.ts';

const securityTxt = (publicUrl: string | undefined) => {
  const builtAt = Date.parse('2026-01-01T00:00:00.000Z');
  return renderMetadataFiles(publicUrl, builtAt)['/.well-known/security.txt']?.body;
};

it('security.txt has a contact and expires less than a year after the build', () => {
  expect(securityTxt(undefined)).toBe(
    `Contact: mailto:${firm.email}\n` +
      'Expires: 2026-12-27T00:00:00.000Z\n' +
      'Preferred-Languages: en\n',
  );
});

it('security.txt contains its canonical URL if PUBLIC_URL is set', () => {
  expect(securityTxt('https://firm.example')).toContain(
    '\nCanonical: https://firm.example/.well-known/security.txt\n',
  );
});
