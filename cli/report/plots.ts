import { monthOf, inWords, shortDate } from './words.ts';

/** One bar: its parts from the bottom up, each with the class that draws it. */
export interface Bar {
  parts: { kind: string; count: number }[];
}

const gap = 0.36;

/**
 * Bars side by side, each a unit wide, up to `top`. The drawing is stretched to the room that the
 * page gives it; `label` says in words what it shows.
 */
export function bars(data: Bar[], top: number, label: string): string {
  const drawn = data.flatMap(({ parts }, index) => {
    let y = top;
    return parts
      .filter(({ count }) => count > 0)
      .map(({ kind, count }) => {
        y -= count;
        const [x, width] = [(index + gap / 2).toFixed(2), (1 - gap).toFixed(2)];
        return `<rect class="${kind}" x="${x}" y="${y}" width="${width}" height="${count}"/>`;
      });
  });
  return (
    `<svg viewBox="0 0 ${data.length} ${top}" preserveAspectRatio="none" role="img" ` +
    `aria-label="${label}">${drawn.join('')}</svg>`
  );
}

/** Round numbers from 0 on, four steps at most, the last one not below `most`. */
export function ticksUpTo(most: number): number[] {
  const rough = Math.max(most, 1) / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const factor = [1, 2, 2.5, 5, 10].find((candidate) => candidate * power >= rough) ?? 10;
  const step = Math.max(1, Math.ceil(factor * power));
  return Array.from(
    { length: Math.ceil(Math.max(most, 1) / step) + 1 },
    (_, index) => index * step,
  );
}

/** Lines across a plot with their numbers. */
export const grid = (ticks: number[]): string => {
  const top = ticks.at(-1) ?? 1;
  return ticks
    .map(
      (tick) =>
        `<span class="tick" style="bottom:${((tick / top) * 100).toFixed(3)}%">${inWords(tick)}</span>`,
    )
    .join('');
};

/** Dates under a plot: each week where there are few, otherwise where months begin. */
export function axis(weeks: string[]): string {
  return datesFor(weeks)
    .map(({ index, text }) => {
      const left = ((index / weeks.length) * 100).toFixed(3);
      return `<span style="left:${left}%">${text}</span>`;
    })
    .join('');
}

function datesFor(weeks: string[]) {
  if (weeks.length <= 6) return weeks.map((week, index) => ({ index, text: shortDate(week) }));
  const months = weeks
    .map((week, index) => ({ index, week }))
    .filter(({ index, week }) => index > 0 && monthOf(weeks[index - 1] ?? '') !== monthOf(week));
  const isLong = months.length > 12;
  const every = Math.ceil(months.length / (isLong ? 4 : 6));
  return months
    .filter((_, index) => index % every === 0)
    .map(({ index, week }, place) => {
      const saysYear = isLong || place === 0 || week.slice(5, 7) === '01';
      return { index, text: monthOf(week) + (saysYear ? ` ${week.slice(0, 4)}` : '') };
    });
}
