/** The store failed for a reason outside the inquiry; a retry may succeed. */
export class StoreUnavailable extends Error {
  override name = 'StoreUnavailable';
  /** Remedy in whole sentences, if known. */
  readonly fix: string | undefined;

  constructor(message: string, { cause, fix }: { cause?: unknown; fix?: string | undefined } = {}) {
    super(message, { cause });
    this.fix = fix;
  }
}

/** The store has the tables of a newer version of this program. */
export class StoreTooNew extends StoreUnavailable {
  override name = 'StoreTooNew';
}

/** The expected store does not exist. */
export class StoreMissing extends StoreUnavailable {
  override name = 'StoreMissing';
}

/** Creates the error of a damaged, partial or foreign copy. `name` is its path. */
export const createUnusableCopyError = (name: string, reason: string): StoreUnavailable =>
  new StoreUnavailable(`${name} cannot be used: ${reason}`, { fix: 'Restore an earlier backup.' });

/**
 * Runs `task` and wraps its errors in `StoreUnavailable` with `message`, except those for which
 * `isBug` returns true.
 */
export async function wrapStoreErrors<Result>(
  message: string,
  task: () => Promise<Result>,
  isBug?: (error: unknown) => boolean,
): Promise<Result> {
  try {
    return await task();
  } catch (cause) {
    if (isBug?.(cause)) throw cause;
    throw new StoreUnavailable(message, { cause });
  }
}

/** Returns the message. A host with several addresses fails with an `AggregateError` without one. */
export function getReason(error: unknown): string {
  if (error instanceof AggregateError && error.errors[0]) return getReason(error.errors[0]);
  return error instanceof Error && error.message ? error.message : 'unknown reason';
}
