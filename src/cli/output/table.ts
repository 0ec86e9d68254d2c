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
    const width = texts.reduce((max, text) => Math.max(max, text.length), 0);
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

  const lines = Array.from({ length: rows.length + 1 }, (_, line) =>
    layout.map(({ texts, width }) => fitToWidth(texts[line] ?? '', width)).join(gap),
  );
  return lines.map((line) => `${line.trimEnd()}\n`).join('');
}

/** Counts characters: wide ones and combining ones shift the columns that follow. */
const fitToWidth = (text: string, width: number) =>
  text.length > width ? `${text.slice(0, width - 1)}…` : text.padEnd(width);
