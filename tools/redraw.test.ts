import { expect, it } from 'vitest';
import { redraw } from './redraw.ts';

it('draws the paths of a file as a drawing program writes it, as well-formed XML', () => {
  const svg = `<?xml version="1.0" encoding="UTF-8"?>
<!-- Created with a program -->
<svg width="30mm" height="30mm" viewBox="0 0 30 30" xmlns:inkscape="http://inkscape.example" fill="none" stroke="#000000">
  <title>Mark</title>
  <path inkscape:connector-curvature="0" d="M0 0h9" />
  <path fill="#000000" stroke="none" d="M2 2h9v9z" />
  <path class="accent-line" d="M15 1v28"></path>
</svg>
`;
  expect(redraw(svg, { accent: '#cba761', attributes: 'width="68%"' }))
    .toBe(`<svg width="68%" viewBox="0 0 30 30" fill="none" stroke="currentColor">
  <path d="M0 0h9"/>
  <path stroke="none" fill="currentColor" d="M2 2h9v9z"/>
  <path stroke="#cba761" stroke-width="2" d="M15 1v28"/>
</svg>`);
});

it('draws nothing of an empty file, which leaves a drawing out', () => {
  expect(redraw('', { accent: '#cba761', attributes: '' })).toBe('');
});
