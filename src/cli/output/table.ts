import { toSafeLine } from '../../text/hidden-chars.ts';
import type { CliContext } from '../command.ts';
import { toJsonArray, writeStream } from './write-stream.ts';

const gap = '  ';
/** Minimum width of a truncated column in characters. */
const minCutWidth = 8;

export interface Column<Row> {
  title: string;
  cell: (row: Row) => string;
  /** Cells may be truncated to fit the table's width. */
  canCut?: boolean;
}

/** A column with its rendered texts. */
interface RenderedColumn {
  /** Title, then the cell of each row. */
  texts: string[];
  /** Width in characters. */
  width: number;
  canCut: boolean;
}

/**
 * Renders a table. Truncates columns, if possible, to fit `maxWidth` characters. Strips control
 * characters, because cells may contain untrusted text.
 */
export function renderTable<Row>(rows: Row[], columns: Column<Row>[], maxWidth = Infinity): string {
  const rendered = columns.map((column) => renderColumn(rows, column));
  const gaps = gap.length * (rendered.length - 1);
  const width = rendered.reduce((sum, column) => sum + column.width, gaps);
  for (let excess = width - maxWidth; excess > 0; excess--) cutWidest(rendered);
  let table = '';
  for (let line = 0; line <= rows.length; line++) {
    const cells = rendered.map((column) => fitToWidth(column.texts[line] ?? '', column.width));
    table += `${cells.join(gap).trimEnd()}\n`;
  }
  return table;
}

function renderColumn<Row>(
  rows: Row[],
  { title, cell, canCut = false }: Column<Row>,
): RenderedColumn {
  const texts = [title, ...rows.map((row) => toSafeLine(cell(row)))];
  const width = texts.reduce((max, { length }) => Math.max(max, length), 0);
  return { texts, width, canCut };
}

/** Narrows the widest column that may be truncated by one character, if there is one. */
function cutWidest(columns: RenderedColumn[]) {
  const [widest] = columns
    .filter(({ canCut, width }) => canCut && width > minCutWidth)
    .sort((a, b) => b.width - a.width);
  if (widest) widest.width--;
}

/**
 * Pads or truncates by code units. Wide and combining characters therefore shift the columns that
 * follow.
 */
const fitToWidth = (text: string, width: number) =>
  text.length > width ? `${text.slice(0, width - 1)}…` : text.padEnd(width);

const defaultRows = 50;
export const limitHelp = `Maximum rows (default ${defaultRows}; no limit with --json).`;

interface List<Row> {
  read: (limit: number | undefined) => Promise<Row[]>;
  toColumns: (rows: Row[]) => Column<Row>[];
  /** Word for the rows within the limit: "latest". */
  order: string;
  /** Printed instead of an empty table. */
  none: string;
  /** Printed below the table. */
  hint?: string | undefined;
}

/** Prints rows as JSON, or as a table of at most `limit` rows. */
export async function printList<Row>(
  { stdout, stderr }: CliContext,
  { json, limit }: { json?: true | undefined; limit?: number | undefined },
  { read, toColumns, order, none, hint }: List<Row>,
): Promise<void> {
  if (json) return writeStream(stdout, toJsonArray(await read(limit)));
  const shown = limit ?? defaultRows;
  // Read one extra row to know if there are more.
  const found = await read(shown + 1);
  const rows = found.slice(0, shown);
  if (rows.length === 0) {
    stderr.write(`${none}\n`);
    return;
  }
  stdout.write(renderTable(rows, toColumns(rows), stdout.columns));
  if (found.length > shown) {
    stderr.write(`Showing the ${order} ${shown}. Use --limit to see more.\n`);
  }
  if (hint) stderr.write(`${hint}\n`);
}
