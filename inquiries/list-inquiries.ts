import { dueAt } from './deadlines.ts';
import { inPages } from './in-pages.ts';
import { selectInquiries, type Selection } from './select-inquiries.ts';
import { orUnavailable } from './store-unavailable.ts';
import type { Store } from './store.ts';
import { type StoredInquiry, toStoredInquiry } from './stored-inquiry.ts';
import type { Status } from './tables.ts';

export interface ListFilters {
  status?: Status | undefined;
  /** What a name, in either order, an e-mail address or a company starts with. */
  search?: string | undefined;
  limit?: number | undefined;
}

/** The newest first. Throws `StoreUnavailable`. */
export const listInquiries = (store: Store, filters: ListFilters = {}): Promise<StoredInquiry[]> =>
  Array.fromAsync(streamNewest(store, filters));

/** The same one after another; each page is as of the moment it is read. */
export const streamNewest = (
  store: Store,
  { limit, ...filters }: ListFilters = {},
): AsyncGenerator<StoredInquiry> => stream(store, { ...filters, order: 'desc' }, limit);

/** What waits for a review or a response, what is due soonest first. Throws `StoreUnavailable`. */
export async function* streamDue(
  store: Store,
  { status, search, limit = Infinity }: ListFilters = {},
): AsyncGenerator<StoredInquiry> {
  let left = limit;
  const waiting = [{ status: 'new' }, { status: 'reviewed', isQualified: true }] as const;
  const sources = waiting
    .filter((one) => !status || one.status === status)
    .map((one) => stream(store, { ...one, search, order: 'asc' }, limit));
  for await (const inquiry of soonestFirst(sources)) {
    yield inquiry;
    if (--left === 0) return;
  }
}

const stream = (store: Store, selection: Omit<Selection, 'limit'>, limit?: number) =>
  inPages<StoredInquiry>(
    (after, length) =>
      orUnavailable('The inquiries could not be read', async () => {
        const rows = await selectInquiries(store, { ...selection, after, limit: length });
        return rows.map(toStoredInquiry);
      }),
    limit,
  );

/** Merges what is in the order of its deadlines already. */
async function* soonestFirst(sources: AsyncGenerator<StoredInquiry>[]) {
  const heads = await Promise.all(sources.map(takeFrom));
  for (;;) {
    const [soonest] = heads
      .filter(({ inquiry }) => inquiry)
      .sort((one, other) => (one.at < other.at ? -1 : 1));
    if (!soonest?.inquiry) return;
    yield soonest.inquiry;
    Object.assign(soonest, await takeFrom(soonest.source));
  }
}

/** The next one, until there is none, and when it is due. */
async function takeFrom(source: AsyncGenerator<StoredInquiry>) {
  const inquiry: StoredInquiry | undefined = (await source.next()).value;
  return { source, inquiry, at: (inquiry && dueAt(inquiry)?.at) ?? '' };
}
