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

const message = 'The inquiries could not be read';

/** The newest first; all of them without `limit`. Throws `StoreUnavailable`. */
export const listInquiries = (store: Store, filters: ListFilters = {}): Promise<StoredInquiry[]> =>
  read(store, { ...filters, order: 'desc' });

/** The same one after another; each page is as of the moment it is read. */
export const streamNewest = (
  store: Store,
  { limit, ...filters }: ListFilters = {},
): AsyncGenerator<StoredInquiry> => stream(store, { ...filters, order: 'desc' }, limit);

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
  const found = { search, order: 'asc' } as const;
  const forReview = stream(store, { ...found, status: 'new' }, limit);
  const forResponse = stream(store, { ...found, status: 'reviewed', isQualified: true }, limit);
  const waiting = [
    ...(!status || status === 'new' ? [forReview] : []),
    ...(!status || status === 'reviewed' ? [forResponse] : []),
  ];
  for await (const inquiry of soonestFirst(waiting)) {
    yield inquiry;
    if (--left === 0) return;
  }
}

const stream = (store: Store, selection: Selection, limit?: number) =>
  inPages<StoredInquiry>(
    (after, length) => read(store, { ...selection, after, limit: length }),
    limit,
  );

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
    (await selectInquiries(store, selection)).map(toStoredInquiry),
  );
