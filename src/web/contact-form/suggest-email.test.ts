import { expect, it } from 'vitest';
import { suggestEmail } from './suggest-email.ts';

it.each([
  ['jane@gmial.com', 'jane@gmail.com'],
  ['jane@gmail.con', 'jane@gmail.com'],
  ['Jane.Doe@GMAIL.CO ', 'Jane.Doe@gmail.com'],
  ['jane@hotmial.com', 'jane@hotmail.com'],
  ['jane@outlok.com', 'jane@outlook.com'],
  ['jane@gmailcom', 'jane@gmail.com'],
])('%s is probably %s', (email, suggestion) => {
  expect(suggestEmail(email)).toBe(suggestion);
});

it.each([
  'jane@gmail.com',
  'jane@GMAIL.com',
  'jane@mail.com',
  'jane@ymail.com',
  'jane@yahoo.ca',
  'jane@aon.com',
  'jane@ge.com',
  'jane@me.com',
  'jane@northwindpartners.example',
  'jane@gmial.com, joe@gmial.com',
  'jane',
  '@gmial.com',
  '',
])('%j is left alone', (email) => {
  expect(suggestEmail(email)).toBeUndefined();
});
