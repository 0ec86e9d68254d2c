import { stripControlChars } from '../../inquiry/normalize-text.ts';
import type { CliContext } from '../command.ts';
import { toJsonArray, writeStream } from './write-stream.ts';

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
  const layout = columns.map(({ title, cell, canCut }) => {
    const texts = [title, ...rows.map((row) => stripControlChars(cell(row)))];
    return { texts, canCut, width: texts.reduce((max, { length }) => Math.max(max, length), 0) };
  });
  const total = layout.reduce((sum, column) => sum + column.width + gap.length, -gap.length);
  for (let excess = total - width; excess > 0; excess--) {
    const [widest] = layout
      .filter((column) => column.canCut && column.width > minCutWidth)
      .sort((a, b) => b.width - a.width);
    if (widest) widest.width--;
  }
  const lines = ['', ...rows].map((_, line) =>
    layout.map((column) => fitToWidth(column.texts[line] ?? '', column.width)).join(gap),
  );
  return lines.map((line) => `${line.trimEnd()}\n`).join('');
}

/** Counts characters: wide ones and combining ones shift the columns that follow. */
const fitToWidth = (text: string, width: number) =>
  text.length > width ? `${text.slice(0, width - 1)}…` : text.padEnd(width);

const defaultRows = 50;
export const limitHelp = `Maximum rows (default ${defaultRows}; no limit with --json).`;

interface List<Row> {
  read: (limit: number | undefined) => Promise<Row[]>;
  toColumns: (rows: Row[]) => Column<Row>[];
  /** Names the rows within the limit: "latest". */
  order: string;
  /** Printed instead of an empty table. */
  none: string;
  /** Printed below the table. */
  hint?: string | undefined;
}

/** Prints a list as JSON, or as a table up to the limit. */
export async function printList<Row>(
  { stdout, stderr }: CliContext,
  { json, limit }: { json?: true | undefined; limit?: number | undefined },
  { read, toColumns, order, none, hint }: List<Row>,
): Promise<void> {
  if (json) return writeStream(stdout, toJsonArray(await read(limit)));
  const shown = limit ?? defaultRows;
  // Reads one extra row to detect more.
  const found = await read(shown + 1);
  const rows = found.slice(0, shown);
  if (rows.length === 0) {
    stderr.write(`${none}\n`);
    return;
  }
  stdout.write(renderTable(rows, toColumns(rows), stdout.columns));
  if (found.length > shown)
    stderr.write(`Showing the ${order} ${shown}. Use --limit to see more.\n`);
  if (hint) stderr.write(`${hint}\n`);
}
