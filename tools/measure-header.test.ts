import { expect, it } from 'vitest';
import { measureHeader } from './measure-header.ts';

const firmName = 'Aldermere Capital';
const five = ['Home', 'About', 'Platform', 'Ecosystems', 'Contact'];

it('a row of links begins at 768 pixels, or where more or longer names fit', () => {
  const widths = [five, [...five, 'Team', 'News'], [...five, 'Investments', 'Sustainability']];
  const [fivePages, sevenPages, longNames] = widths.map((names) => measureHeader(firmName, names));
  expect(fivePages).toBe(48);
  expect(sevenPages).toBeGreaterThan(48);
  expect(longNames).toBeGreaterThan(sevenPages ?? NaN);
});

it('a row of links begins later beside a longer name of the firm, which wraps once', () => {
  const seven = [...five, 'Team', 'News'];
  const short = measureHeader(firmName, seven);
  expect(measureHeader('Aldermere & Sons Capital Partners', seven)).toBeGreaterThan(short);
  expect(measureHeader('Aldermere\u00A0& Sons\u00A0Capital\u00A0Partners', seven)).toBeGreaterThan(
    short,
  );
});

it('a row of links that never fits does not begin', () => {
  const many = Array.from({ length: 16 }, (_, index) => `Investment ${index}`);
  expect(measureHeader(firmName, many)).toBeGreaterThan(500);
});
