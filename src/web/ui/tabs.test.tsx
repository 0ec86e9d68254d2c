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

test.each([
  ['ArrowRight', 0, 1],
  ['ArrowRight', 2, 0],
  ['ArrowLeft', 1, 0],
  ['ArrowLeft', 0, 2],
  ['Home', 2, 0],
  ['End', 0, 2],
  [' ', 1, 1],
  ['ArrowDown', 0, undefined],
  ['Tab', 0, undefined],
])('"%s" moves from tab %i to %s', (key, from, to) => {
  expect(nextTab(key, from, 3)).toBe(to);
});
