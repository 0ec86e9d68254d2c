import { renderToString } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import { nextTab, Tabs } from './tabs.tsx';

test('shows every panel with a heading and a link before hydration', () => {
  const html = renderToString(
    <MemoryRouter initialEntries={['/platform#second']}>
      <Tabs
        label="Both"
        tabs={[
          { id: 'first', label: 'First', panel: <p>One</p> },
          { id: 'second', label: 'Second', panel: <p>Two</p> },
        ]}
      />
    </MemoryRouter>,
  );

  expect(html).toContain('href="#first"');
  expect(html).toContain('<h3>First</h3><p>One</p>');
  expect(html).toContain('href="#second"');
  expect(html).toContain('<h3>Second</h3><p>Two</p>');
  expect(html).not.toMatch(/hidden|role=|tabindex/i);
});

test('the arrow keys wrap around at both ends', () => {
  expect(nextTab('ArrowRight', 0, 3)).toBe(1);
  expect(nextTab('ArrowRight', 2, 3)).toBe(0);
  expect(nextTab('ArrowLeft', 1, 3)).toBe(0);
  expect(nextTab('ArrowLeft', 0, 3)).toBe(2);
});

test('Home and End move to the first and the last tab', () => {
  expect(nextTab('Home', 2, 3)).toBe(0);
  expect(nextTab('End', 0, 3)).toBe(2);
});

test('Space selects the focused tab', () => {
  expect(nextTab(' ', 1, 3)).toBe(1);
});

test('ignores other keys', () => {
  expect(nextTab('ArrowDown', 0, 3)).toBeUndefined();
  expect(nextTab('Tab', 0, 3)).toBeUndefined();
});
