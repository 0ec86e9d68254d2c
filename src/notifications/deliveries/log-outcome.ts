import type { Outcome } from '../../store/outbox/leases.ts';
import type { SkipReason } from '../../store/tables.ts';
import type { Attempt } from './attempt.ts';

/** Logs the outcome of an attempt. */
export function logOutcome({ log, successLog = log, delivery, fields }: Attempt, result: Outcome) {
  const { attempts } = delivery;
  switch (result.outcome) {
    case 'delivered': {
      const { warning: remark } = result;
      if (remark === undefined)
        successLog.info({ ...fields, attempts }, 'A notification was delivered');
      else log.warn({ ...fields, attempts, remark }, 'A notification was delivered with a warning');
      return;
    }
    case 'retry': {
      const { error, nextAttemptAt } = result;
      const message = 'A delivery failed and will be attempted again';
      log.warn({ ...fields, attempts, error, nextAttemptAt }, message);
      return;
    }
    case 'given-up': {
      const message = 'A delivery was given up: run "inquiries deliveries --failed"';
      log.error({ ...fields, attempts, error: result.error }, message);
      return;
    }
    case 'skipped':
      logSkipped({ log, fields }, result.skipReason);
      return;
    case 'interrupted':
      return;
  }
}

function logSkipped({ log, fields }: Pick<Attempt, 'log' | 'fields'>, reason?: SkipReason) {
  if (reason === 'no-recipient')
    log.warn(fields, 'A notification was skipped: the settings name nobody who gets it');
  else if (reason === 'no-text')
    log.info(fields, 'A notification was skipped: it has no text for this destination');
  else log.info(fields, 'A notification was skipped: it is obsolete');
}
