import { existsSync, readFileSync } from 'node:fs';
import { html as markup, raw } from 'hono/html';
import { slaHours } from '../../../inquiry/deadlines.ts';
import type { ReviewOutcome } from '../../../store/inquiries/weekly-stats.ts';

/** Formatted figures of a period. */
export interface Report {
  firm: string;
  /** ISO 8601 in UTC. */
  madeAt: string;
  period: string;
  summary: [label: string, value: string][];
  weeks: FigureTable;
  personas: FigureTable;
}

interface FigureTable {
  titles: string[];
  rows: FigureRow[];
}

export interface FigureRow {
  cells: string[];
  bars: { outcome: ReviewOutcome; share: number }[];
}

/** Renders a self-contained page without scripts. */
export function renderPage({ firm, madeAt, period, summary, weeks, personas }: Report): string {
  const facts = summary.map(
    ([label, value]) => markup`<div><dt>${label}</dt><dd>${value}</dd></div>\n`,
  );
  const styles = raw(readStyles('../../../content/palette.css') + readStyles('report.css'));
  const page = markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>Partnership inquiries, ${period} – ${firm}</title>
<style>${styles}</style>
</head>
<body>
<header>
<p>${firm}</p>
<h1>Partnership Inquiries</h1>
<p>${period}</p>
</header>
<main>
<dl>
${facts}</dl>
<h2>Week by week</h2>
<p><i class="onTime"></i> on time <i class="late"></i> late <i class="waiting"></i> waiting for a review</p>
${renderTable(weeks)}
<h2>Who wrote</h2>
${renderTable(personas)}
</main>
<footer>
<p>Weeks start on Monday, in UTC; the last week ends at the time of this report. Excludes spam. A
review is on time within ${slaHours.review} hours of the inquiry’s arrival, and late after that or while it is still
missing.</p>
<p>Made at ${madeAt.slice(0, 16).replace('T', ' ')} UTC. Contains only counts, no personal data.</p>
</footer>
</body>
</html>
`;
  return String(page);
}

/** Renders a table. Its chart is hidden from screen readers, because it repeats the cells. */
function renderTable({ titles, rows }: FigureTable) {
  const heads = titles.map((title) => markup`<th scope="col">${title}</th>`);
  const body = rows.map(({ cells: [name, ...cells], bars }) => {
    const chart = bars.map(
      ({ outcome, share }) =>
        markup`<i class="${outcome}" style="width:${(share * 100).toFixed(2)}%"></i>`,
    );
    return markup`<tr><th scope="row">${name}</th>${cells.map((cell) => markup`<td>${cell}</td>`)}<td aria-hidden="true"><div>${chart}</div></td></tr>\n`;
  });
  return markup`<table>
<thead><tr>${heads}<td></td></tr></thead>
<tbody>
${body}</tbody>
</table>`;
}

/** Reads a style sheet, which the build copies beside the bundle. */
function readStyles(file: string) {
  const bundled = new URL(file.replace(/.*\//, ''), import.meta.url);
  return readFileSync(existsSync(bundled) ? bundled : new URL(file, import.meta.url), 'utf8');
}
