/** The store failed for a reason outside the inquiry: the same call may succeed later. */
export class StoreUnavailable extends Error {
  override name = 'StoreUnavailable';
}
