import { readFileSync } from 'node:fs';
import { escapeHtml } from '../../inquiries/delivery/escape-html.ts';
import { type Persona, personas } from '../../inquiries/inquiry.ts';
import type { PeriodFigures, WeeklyFigures } from '../../inquiries/weekly-figures.ts';
import { reportColors } from './colors.ts';
import { headlinesOf } from './headlines.ts';
import { axis, bars, grid, ticksUpTo } from './plots.ts';
import { duration, inWords, longDate, none, percent, shareOf } from './words.ts';

export interface Report {
  /** The firm's name. */
  firm: string;
  figures: PeriodFigures;
  /** ISO 8601 in UTC. */
  madeAt: string;
}

const kinds = { onTime: 'On time', late: 'Late', waiting: 'Waiting' } as const;
const parts = Object.keys(kinds) as (keyof typeof kinds)[];

/** A page that needs nothing else: no script, no other file, no network. */
export function reportPage({ firm, figures, madeAt }: Report): string {
  const { weeks } = figures;
  const from = longDate(weeks[0]?.week ?? madeAt);
  const title = `Partnership inquiries, ${from} to ${longDate(madeAt)}`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${escapeHtml(`${title} – ${firm}`)}</title>
<style>
${reportColors}${readFileSync(new URL('report.css', import.meta.url), 'utf8')}</style>
</head>
<body>
<header>
<p class="brand">${mark}${escapeHtml(firm)}</p>
${hull}
<h1>Partnership Inquiries</h1>
<p class="period">${from} to ${longDate(madeAt)}</p>
</header>
<main>
${headlines(figures)}
${weekByWeek(weeks)}
${byPersona(weeks)}
</main>
<footer>
<p>Weeks start on Monday, in UTC; the last one goes up to the moment of this report. Spam is left
out. A review is on time within 24 hours of the inquiry’s arrival, and late after that or while it
is still missing. Half of all reviews and responses took no longer than the median.</p>
<p>Made on ${longDate(madeAt)} at ${madeAt.slice(11, 16)} UTC. It holds counts alone, no personal
data.</p>
</footer>
</body>
</html>
`;
}

/** A frame of a hull, half as wide as told, in the square of the firm's mark. */
const frame = (half: number) => {
  const [low, lowest] = [(8.2 + 0.37 * half).toFixed(1), (15 + 0.38 * half).toFixed(1)];
  const [inner, side] = [(0.46 * half).toFixed(1), (15 - half).toFixed(1)];
  const rest = `${(half - 0.46 * half).toFixed(1)}-${(23 - Number(lowest)).toFixed(1)}`;
  const up = `${half.toFixed(1)}-${(23 - Number(low)).toFixed(1)} ${half.toFixed(1)}-23`;
  return `M${side} 4c0 ${low} ${inner} ${lowest} ${half.toFixed(1)} 23 ${rest} ${up}`;
};

const lines = (halves: number[]) =>
  `<path d="${halves.map(frame).join('')}"/><path class="keel" d="M15 1v28"/>`;

const mark = `<svg viewBox="0 0 30 30" aria-hidden="true">${lines([13, 7.5])}</svg>`;

const hull = `<svg class="hull" viewBox="0 0 30 30" aria-hidden="true">${lines([13, 11.6, 10, 8.2, 6.2, 4, 1.8])}</svg>`;

function headlines(figures: PeriodFigures) {
  const { received, onTime, late, waiting, onTimeShare } = headlinesOf(figures);
  const facts = [
    ['Received', inWords(received), inWords(waiting) + ' still waiting for a review'],
    [
      'Reviewed on time',
      percent(onTimeShare),
      `${inWords(onTime)} of ${inWords(onTime + late)}, within 24 hours`,
    ],
    ['Late', inWords(late), 'reviewed later, or not yet'],
    ['Time to review', duration(figures.medianReviewMs), 'median, from arrival'],
    ['Time to response', duration(figures.medianResponseMs), 'median, from arrival'],
  ];
  return `<dl class="headlines">
${facts
  .map(
    ([label, value, note]) =>
      `<div><dt>${label}</dt><dd class="figure">${value}</dd><dd class="note">${note}</dd></div>`,
  )
  .join('\n')}
</dl>`;
}

function weekByWeek(weeks: WeeklyFigures[]) {
  const most = Math.max(0, ...weeks.map(({ received }) => received));
  if (most === 0) return nothing;
  const ticks = ticksUpTo(most);
  const fullest = weeks.find(({ received }) => received === most) as WeeklyFigures;
  const label =
    `Inquiries of each week, by how their review kept its promise. Most arrived in the week of ` +
    `${longDate(fullest.week)}: ${inWords(most)}. The table below has every figure.`;
  const data = weeks.map((week) => ({
    parts: parts.map((kind) => ({ kind, count: week[kind] })),
  }));
  const rows = weeks.map(({ week, received, onTime, late, waiting }) => [
    longDate(week),
    ...[received, onTime, late, waiting].map(inWords),
  ]);
  return `<section aria-labelledby="weeks">
<h2 id="weeks">Week by week</h2>
<ul class="legend">${parts.map((kind) => `<li class="${kind}">${kinds[kind]}</li>`).join('')}</ul>
<div class="plot" style="--weeks:${weeks.length}">
<div class="area" aria-hidden="true">${grid(ticks)}</div>
<div class="drawing">${bars(data, ticks.at(-1) ?? 1, label)}</div>
<div class="axis" aria-hidden="true">${axis(weeks.map(({ week }) => week))}</div>
</div>
${table('Week of', ['Received', ...Object.values(kinds)], rows)}
</section>`;
}

function byPersona(weeks: WeeklyFigures[]) {
  const all = weeks.reduce((sum, { received }) => sum + received, 0);
  if (all === 0) return '';
  const rows = (Object.keys(personas) as Persona[]).map((persona) => {
    const counts = weeks.map((week) => week.byPersona[persona]);
    return { name: personas[persona], counts, sum: counts.reduce((a, b) => a + b, 0) };
  });
  const most = Math.max(...rows.flatMap(({ counts }) => counts));
  const multiples = rows.map(({ name, counts, sum }) => {
    const label = `${name}: ${inWords(sum)} inquiries, at most ${inWords(Math.max(...counts))} a week.`;
    const data = counts.map((count) => ({ parts: [{ kind: 'onTime', count }] }));
    return `<li><h3>${name}</h3>
<p><b>${inWords(sum)}</b> · ${shareOf(sum, all)}</p>
<div class="drawing" style="--weeks:${weeks.length}">${bars(data, most, label)}</div></li>`;
  });
  const cells = rows.map(({ name, counts, sum }) => [
    name,
    inWords(sum),
    shareOf(sum, all),
    sum ? inWords(Math.max(...counts)) : none,
  ]);
  return `<section aria-labelledby="personas">
<h2 id="personas">Who wrote</h2>
<p class="lead">The same weeks for each persona, all drawn to one scale: the highest bar is
${inWords(most)} in a week.</p>
<ul class="multiples">
${multiples.join('\n')}
</ul>
${table('Persona', ['Received', 'Share', 'Most in a week'], cells)}
</section>`;
}

const table = (first: string, others: string[], rows: string[][]) => `<details>
<summary>The same in figures</summary>
<table>
<thead><tr>${[first, ...others].map((text) => `<th scope="col">${text}</th>`).join('')}</tr></thead>
<tbody>
${rows
  .map(
    ([name = '', ...cells]) =>
      `<tr><th scope="row">${name}</th>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`,
  )
  .join('\n')}
</tbody>
</table>
</details>`;

const nothing = `<section>
<h2>Nothing yet</h2>
<p class="lead">No inquiry arrived in these weeks.</p>
</section>`;
