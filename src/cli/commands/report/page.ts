import { readFileSync } from 'node:fs';
import { html as markup, raw } from 'hono/html';
import { accents, surfaces, tones } from '../../../content/palette.ts';
import { slaHours } from '../../../inquiry/deadlines.ts';
import { type Persona, personas } from '../../../inquiry/inquiry.ts';
import type { PeriodStats, WeeklyStats } from '../../../store/inquiries/weekly-stats.ts';

export interface Report {
  /** The firm's name. */
  firm: string;
  stats: PeriodStats;
  /** ISO 8601 in UTC. */
  generatedAt: string;
}

const outcomeLabels = { onTime: 'On time', late: 'Late', waiting: 'Waiting' } as const;
const outcomes = Object.keys(outcomeLabels) as (keyof typeof outcomeLabels)[];
const noValue = '–';

/** Summarizes a period; `onTimeShare` (0 to 1) covers the reviews that are done or overdue. */
export function summarize({ weeks }: PeriodStats) {
  const sum = (part: 'received' | keyof typeof outcomeLabels) =>
    weeks.reduce((total, week) => total + week[part], 0);
  const [onTime, late] = [sum('onTime'), sum('late')];
  const onTimeShare = onTime + late ? onTime / (onTime + late) : undefined;
  return { received: sum('received'), onTime, late, waiting: sum('waiting'), onTimeShare };
}

/** Renders a self-contained page without scripts. */
export function renderReport({ firm, stats, generatedAt }: Report): string {
  const { weeks } = stats;
  const period = `${formatDate(weeks[0]?.week ?? generatedAt)} to ${formatDate(generatedAt)}`;
  const page = markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>Partnership inquiries, ${period} – ${firm}</title>
<style>${renderStyles()}</style>
</head>
<body>
<header>
<p>${firm}</p>
<h1>Partnership Inquiries</h1>
<p>${period}</p>
</header>
<main>
${renderSummary(stats)}
${weeks.some(({ received }) => received > 0) ? renderSections(weeks) : emptySection}
</main>
<footer>
<p>Weeks start on Monday, in UTC; the last week ends at the time of this report. Excludes spam. A
review is on time within ${slaHours.review} hours of the inquiry’s arrival, and late after that or while it is still
missing.</p>
<p>Made on ${formatDate(generatedAt)} at ${generatedAt.slice(11, 16)} UTC. Contains only
counts, no personal data.</p>
</footer>
</body>
</html>
`;
  return String(page);
}

function renderSummary(stats: PeriodStats) {
  const { received, onTime, late, waiting, onTimeShare } = summarize(stats);
  const share = onTimeShare === undefined ? noValue : `${Math.floor(onTimeShare * 100)}%`;
  const reviewed = `${formatCount(onTime)} of ${formatCount(onTime + late)}, within ${slaHours.review} hours`;
  const facts = [
    ['Received', formatCount(received), `${formatCount(waiting)} still waiting for a review`],
    ['Reviewed on time', share, reviewed],
    ['Late', formatCount(late), 'reviewed later, or not yet'],
    ['Time to review', formatDuration(stats.medianReviewMs), 'median, from arrival'],
    ['Time to response', formatDuration(stats.medianResponseMs), 'median, from arrival'],
  ].map(
    ([label, value, note]) =>
      markup`<div><dt>${label}</dt><dd class="figure">${value}</dd><dd>${note}</dd></div>\n`,
  );
  return markup`<dl>\n${facts}</dl>`;
}

const renderSections = (weeks: WeeklyStats[]) =>
  markup`${renderWeeks(weeks)}\n${renderPersonas(weeks)}`;

function renderWeeks(weeks: WeeklyStats[]) {
  const max = Math.max(...weeks.map(({ received }) => received));
  const rows = weeks.map((week) => ({
    name: formatDate(week.week),
    cells: [week.received, ...outcomes.map((kind) => week[kind])].map(formatCount),
    chart: outcomes.map((kind) => renderBar(kind, 'width', week[kind] / max)),
  }));
  const legend = outcomes.map((kind) => markup`<li class="${kind}">${outcomeLabels[kind]}</li>`);
  return markup`<section>
<h2>Week by week</h2>
<ul class="legend">${legend}</ul>
${renderTable(['Week of', 'Received', ...Object.values(outcomeLabels)], rows)}
</section>`;
}

function renderPersonas(weeks: WeeklyStats[]) {
  const countsOf = (persona: Persona) => weeks.map(({ byPersona }) => byPersona[persona]);
  const names = Object.keys(personas) as Persona[];
  const max = Math.max(...names.flatMap(countsOf));
  const all = weeks.reduce((sum, { received }) => sum + received, 0);
  const rows = names.map((persona) => {
    const counts = countsOf(persona);
    const sum = counts.reduce((a, b) => a + b, 0);
    const share = `${Math.round((sum / all) * 100)}%`;
    return {
      name: personas[persona],
      cells: [formatCount(sum), share, sum ? formatCount(Math.max(...counts)) : noValue],
      chart: counts.map((count) => renderBar('onTime', 'height', count / max)),
    };
  });
  return markup`<section>
<h2>Who wrote</h2>
${renderTable(['Persona', 'Received', 'Share', 'Most in a week'], rows)}
</section>`;
}

interface Row {
  name: string;
  cells: string[];
  chart: unknown[];
}

/** The chart is hidden from screen readers, because it repeats the cells. */
const renderTable = (titles: string[], rows: Row[]) => markup`<table>
<thead><tr>${titles.map((title) => markup`<th scope="col">${title}</th>`)}<td></td></tr></thead>
<tbody>
${rows.map(
  ({ name, cells, chart }) =>
    markup`<tr><th scope="row">${name}</th>${cells.map((cell) => markup`<td>${cell}</td>`)}<td aria-hidden="true"><div class="bars">${chart}</div></td></tr>\n`,
)}</tbody>
</table>`;

const renderBar = (kind: string, dimension: 'width' | 'height', share: number) =>
  markup`<i class="${kind}" style="${dimension}:${(share * 100).toFixed(2)}%"></i>`;

const emptySection = markup`<section>
<h2>Nothing yet</h2>
<p>No inquiry arrived in these weeks.</p>
</section>`;

/** The firm's light and dark colors. */
function renderStyles() {
  const colors = ({ text, muted, line }: Record<'text' | 'muted' | 'line', string>) =>
    `--text: ${text}; --muted: ${muted}; --line: ${line};`;
  return markup`
:root { --ink: ${surfaces.ink}; --chalk: ${tones.onDark.text}; --late: ${accents.brass};
  --surface: ${surfaces.film.light}; --on-time: ${surfaces.moss}; ${colors(tones.onLight)} }
@media screen and (prefers-color-scheme: dark) {
  :root { --surface: ${surfaces.film.dark}; --on-time: ${surfaces.lichen}; ${colors(tones.onDark)} }
}
${raw(readFileSync(new URL('report.css', import.meta.url), 'utf8'))}`;
}

const formatCount = (count: number) => count.toLocaleString('en');

/** Formats "45 min", "9.4 h" or "3.2 days". */
function formatDuration(ms: number | undefined) {
  if (ms === undefined) return noValue;
  const hours = ms / 3_600_000;
  if (hours < 1) return `${Math.round(hours * 60)} min`;
  return hours < 48 ? `${hours.toFixed(1)} h` : `${(hours / 24).toFixed(1)} days`;
}

/** Formats an ISO 8601 date or time as "November 16, 2026". */
const formatDate = (day: string) =>
  new Date(day).toLocaleDateString('en-US', { timeZone: 'UTC', dateStyle: 'long' });
