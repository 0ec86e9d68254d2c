import stringWidth from 'fast-string-truncated-width';
import { stripControlChars } from '../../inquiry/normalize-text.ts';

const gap = '  ';
const minCutWidth = 8;

/** `canCut`: the column may be truncated to fit the table's width. */
export interface Column<Row> {
  title: string;
  cell: (row: Row) => string;
  canCut?: boolean;
}

/**
 * Renders a table, truncating columns to fit the `width` of a terminal if possible. Strips control
 * characters, because cells may hold untrusted text.
 */
export function renderTable<Row>(rows: Row[], columns: Column<Row>[], width = Infinity): string {
  const layout = columns.map(({ title, cell, canCut = false }) => {
    const texts = [title, ...rows.map((row) => stripControlChars(cell(row)))];
    const width = texts.reduce((max, text) => Math.max(max, getWidth(text)), 0);
    return { texts, canCut, width };
  });

  for (;;) {
    const total = layout.reduce((sum, column) => sum + column.width + gap.length, -gap.length);
    const [widest] = layout
      .filter((column) => column.canCut && column.width > minCutWidth)
      .sort((a, b) => b.width - a.width);
    if (total <= width || !widest) break;
    widest.width--;
  }

  const lines = layout[0]?.texts.keys() ?? [];
  return [...lines]
    .map((line) => layout.map(({ texts, width }) => fitToWidth(texts[line] ?? '', width)).join(gap))
    .map((line) => `${line.trimEnd()}\n`)
    .join('');
}

function fitToWidth(text: string, width: number) {
  const padding = width - getWidth(text);
  if (padding >= 0) return text + ' '.repeat(padding);
  let cut = '';
  for (const { segment } of graphemes.segment(text)) {
    if (getWidth(cut + segment) >= width) break;
    cut += segment;
  }
  return fitToWidth(`${cut}…`, width);
}

const graphemes = new Intl.Segmenter();

const getWidth = (text: string) => stringWidth(text).width;
