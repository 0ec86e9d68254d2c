import { expect, it } from 'vitest';
import { createSecurityTxt } from './security-txt.ts';

const text = (publicUrl: string | undefined) => {
  const builtAt = Date.parse('2026-01-01T00:00:00.000Z');
  const { bodies } = createSecurityTxt({ email: 'team@firm.example', publicUrl, builtAt });
  return new TextDecoder().decode(bodies.identity);
};

it('has a contact and expires less than a year after the build', () => {
  expect(text(undefined)).toBe(
    'Contact: mailto:team@firm.example\n' +
      'Expires: 2026-12-27T00:00:00.000Z\n' +
      'Preferred-Languages: en\n',
  );
});

it('contains its canonical URL if PUBLIC_URL is set', () => {
  expect(text('https://firm.example')).toContain(
    '\nCanonical: https://firm.example/.well-known/security.txt\n',
  );
});
