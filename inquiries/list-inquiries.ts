import { dueAt } from './deadlines.ts';
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

const message = 'The inquiries could not be read';
const longestPage = 1000;

/** The newest first; all of them without `limit`. Throws `StoreUnavailable`. */
export const listInquiries = (store: Store, filters: ListFilters = {}): Promise<StoredInquiry[]> =>
  read(store, { ...filters, order: 'desc' });

/** The same one after another; each page is as of the moment it is read. */
export async function* streamNewest(
  store: Store,
  filters: ListFilters = {},
): AsyncGenerator<StoredInquiry> {
  let left = filters.limit ?? Infinity;
  const limit = Math.min(left, longestPage);
  for await (const inquiry of pagesOf(store, { ...filters, order: 'desc', limit })) {
    yield inquiry;
    if (--left === 0) return;
  }
}

/** What waits for a review or a response, what is due soonest first. Throws `StoreUnavailable`. */
export async function listDue(store: Store, filters: ListFilters = {}): Promise<StoredInquiry[]> {
  const due: StoredInquiry[] = [];
  for await (const inquiry of streamDue(store, filters)) due.push(inquiry);
  return due;
}

/** The same one after another; each page is as of the moment it is read. */
export async function* streamDue(
  store: Store,
  { status, search, limit = Infinity }: ListFilters = {},
): AsyncGenerator<StoredInquiry> {
  let left = limit;
  const pageLength = Math.min(limit, longestPage);
  const forReview = pagesOf(store, { status: 'new', search, order: 'asc', limit: pageLength });
  const forResponse = pagesOf(store, {
    status: 'reviewed',
    isQualified: true,
    search,
    order: 'asc',
    limit: pageLength,
  });
  const waiting = [
    ...(!status || status === 'new' ? [forReview] : []),
    ...(!status || status === 'reviewed' ? [forResponse] : []),
  ];
  for await (const inquiry of soonestFirst(waiting)) {
    yield inquiry;
    if (--left === 0) return;
  }
}

async function* pagesOf(store: Store, selection: Selection & { limit: number }) {
  let after: StoredInquiry | undefined;
  do {
    const page: StoredInquiry[] = await read(store, { ...selection, after });
    yield* page;
    after = page.length === selection.limit ? page.at(-1) : undefined;
  } while (after);
}

/** Merges what is in the order of its deadlines already. */
async function* soonestFirst(sources: AsyncGenerator<StoredInquiry>[]) {
  const heads = await Promise.all(sources.map(takeFrom));
  for (;;) {
    let soonest: Head | undefined;
    for (const head of heads) {
      if (head.inquiry && (!soonest?.inquiry || head.at < soonest.at)) soonest = head;
    }
    if (!soonest?.inquiry) return;
    yield soonest.inquiry;
    Object.assign(soonest, await takeFrom(soonest.source));
  }
}

interface Head {
  source: AsyncGenerator<StoredInquiry>;
  /** The next one, until there is none. */
  inquiry: StoredInquiry | undefined;
  /** When it is due. */
  at: string;
}

async function takeFrom(source: AsyncGenerator<StoredInquiry>): Promise<Head> {
  const { done, value } = await source.next();
  const inquiry = done ? undefined : (value as StoredInquiry);
  return { source, inquiry, at: (inquiry && dueAt(inquiry)?.at) ?? '' };
}

const read = (store: Store, selection: Selection): Promise<StoredInquiry[]> =>
  orUnavailable(message, async () =>
    (await selectInquiries(store, selection).execute()).map(toStoredInquiry),
  );
