import { expect, it } from 'vitest';
import { getCompanyDomain } from './read-earlier.ts';

it('returns the domain of an address', () => {
  expect(getCompanyDomain('ada@analytical.example')).toBe('analytical.example');
  expect(getCompanyDomain('ada@outlook.analytical.com')).toBe('outlook.analytical.com');
  expect(getCompanyDomain('ada@mygmail.com')).toBe('mygmail.com');
});

it.each([
  ...['gmail.com', 'googlemail.com', 'outlook.com', 'hotmail.com', 'hotmail.co.uk', 'live.fr'],
  ...['yahoo.com', 'yahoo.com.br', 'icloud.com', 'me.com', 'proton.me', 'protonmail.com'],
  ...['gmx.net', 'gmx.at', 'web.de', 't-online.de', 'aol.com', 'yandex.ru', 'mail.ru', 'qq.com'],
])('returns nothing for the mail provider %s', (domain) => {
  expect(getCompanyDomain(`ada@${domain}`)).toBeUndefined();
});
