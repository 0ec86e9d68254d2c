import stringWidth from 'fast-string-truncated-width';
import { printable } from '../../inquiry/strip-control-chars.ts';

const gap = '  ';
const shortestCut = 8;

/** A column's title and its text for each row; `canCut`: it may give up width for the others. */
export interface Column {
  title: string;
  cells: string[];
  canCut?: boolean;
}

/**
 * Draws columns side by side, no wider than `width` characters where cutting can do it. The text
 * of strangers may be in them; what a terminal would obey is left out.
 */
export function renderTable(columns: Column[], width = 80): string {
  const drawn = columns.map(({ title, cells, canCut = false }) => {
    const texts = [title, ...cells.map(printable)];
    return { texts, canCut, width: Math.max(...texts.map(widthOf)) };
  });

  for (;;) {
    const total = drawn.reduce((sum, column) => sum + column.width + gap.length, -gap.length);
    const [widest] = drawn
      .filter((column) => column.canCut && column.width > shortestCut)
      .sort((a, b) => b.width - a.width);
    if (total <= width || !widest) break;
    widest.width--;
  }

  const lines = drawn[0]?.texts.keys() ?? [];
  return [...lines]
    .map((line) => drawn.map(({ texts, width }) => fit(texts[line] ?? '', width)).join(gap))
    .map((line) => `${line.trimEnd()}\n`)
    .join('');
}

function fit(text: string, width: number) {
  if (widthOf(text) <= width) return text + ' '.repeat(width - widthOf(text));
  let cut = '';
  for (const { segment } of graphemes.segment(text)) {
    if (widthOf(cut + segment) >= width) break;
    cut += segment;
  }
  return fit(`${cut}…`, width);
}

const graphemes = new Intl.Segmenter();

const widthOf = (text: string) => stringWidth(text).width;
