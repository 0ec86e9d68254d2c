import { countFailed } from '../inquiries/delivery/redeliver.ts';
import type { Store } from '../inquiries/store.ts';
import type { Terminal } from './command.ts';
import { withProgress } from './progress.ts';
import { withStore } from './with-store.ts';

export const failedHelp = 'All deliveries that were given up, instead of one inquiry.';

export const nothingGivenUp = 'No delivery was given up.\n';

/** Does `work` with all deliveries that were given up, and prints how many: "Due now: 3." */
export const withFailed = (
  terminal: Terminal,
  { doing, done, json = false }: { doing: string; done: string; json: boolean | undefined },
  work: (store: Store, onProgress: (count: number) => void) => Promise<number>,
) =>
  withStore(terminal, 'current', async (store) => {
    const total = () => countFailed(store);
    const count = await withProgress(terminal, { what: doing, total }, (onProgress) =>
      work(store, onProgress),
    );
    if (json) terminal.stdout.write(`${JSON.stringify({ count }, null, 2)}\n`);
    terminal.stderr.write(count ? `${done}: ${count}.\n` : nothingGivenUp);
    return undefined;
  });
