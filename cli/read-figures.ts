import type { Store } from '../inquiries/store.ts';
import { countInquiries } from '../inquiries/stream-inquiries.ts';
import { firstWeek, type PeriodFigures, weeklyFigures } from '../inquiries/weekly-figures.ts';
import type { Terminal } from './command.ts';
import { withProgress } from './progress.ts';

/** The figures of the last so many weeks; with a million inquiries that takes a while. */
export function readFigures(
  terminal: Terminal,
  store: Store,
  weeks: number,
): Promise<PeriodFigures> {
  const now = terminal.clock();
  const total = () => countInquiries(store, { since: firstWeek({ weeks, now }) });
  return withProgress(terminal, { what: 'Counting', total }, (onProgress) =>
    weeklyFigures(store, { weeks, now, onProgress }),
  );
}
