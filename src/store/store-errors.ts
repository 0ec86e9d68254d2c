/** The store failed for a reason outside the inquiry: the same call may succeed later. */
export class StoreUnavailable extends Error {
  override name = 'StoreUnavailable';
  /** What to do about it, where that is known: whole sentences. */
  readonly fix: string | undefined;

  constructor(message: string, { cause, fix }: { cause?: unknown; fix?: string | undefined } = {}) {
    super(message, { cause });
    this.fix = fix;
  }
}

/** The store was brought up to date by a newer version of this program, whose tables it has. */
export class StoreTooNew extends StoreUnavailable {
  override name = 'StoreTooNew';
}

/** The store has the tables of an earlier version of this program, which were not to be changed. */
export class StoreOutdated extends StoreUnavailable {
  override name = 'StoreOutdated';
}

/** There is no store where one was expected. */
export class StoreMissing extends StoreUnavailable {
  override name = 'StoreMissing';
}

/**
 * Does `work` with the store; whatever fails there becomes `StoreUnavailable` with `message`, unless
 * `isFault` says that the fault is ours.
 */
export async function orUnavailable<Result>(
  message: string,
  work: () => Promise<Result>,
  isFault?: (error: unknown) => boolean,
): Promise<Result> {
  try {
    return await work();
  } catch (cause) {
    if (isFault?.(cause)) throw cause;
    throw new StoreUnavailable(message, { cause });
  }
}
