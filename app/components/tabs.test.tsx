import { renderToString } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import { Tabs } from './tabs.tsx';

test('without script every panel is shown, with a heading and a link to it', () => {
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
