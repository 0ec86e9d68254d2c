import type { Inquiry } from '../../inquiry/inquiry.ts';
import type { Log } from '../../observability/log.ts';
import type { SubmissionKey } from '../../store/inquiries/idempotency.ts';
import { StoreUnavailable } from '../../store/store-errors.ts';
import { type Submission, type SubmitDependencies, submitInquiry } from './submit-inquiry.ts';

export interface StoreInquiryDependencies extends SubmitDependencies {
  log: Log;
  /** Called after a new inquiry was stored. */
  onStored?: () => void;
  /** Called after a repeat of a stored inquiry. */
  onRepeated?: (() => void) | undefined;
}

/** Stores an inquiry and logs the outcome, only with its id. */
export async function storeInquiry(
  { log, onStored, onRepeated, ...dependencies }: StoreInquiryDependencies,
  inquiry: Inquiry,
  key?: SubmissionKey,
): Promise<Submission | { outcome: 'unavailable' }> {
  try {
    const submission = await submitInquiry(dependencies, inquiry, key);
    if (submission.outcome === 'stored') {
      const { id, repeated } = submission;
      log.info({ inquiry: id }, repeated ? 'An inquiry was sent again' : 'An inquiry was stored');
      (repeated ? onRepeated : onStored)?.();
    }
    return submission;
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error;
    log.error({ err: error }, 'The store is not available');
    return { outcome: 'unavailable' };
  }
}
