import type { LimitedLog, Log } from '../../log/limit-log.ts';
import type { LeasedDelivery } from '../../store/outbox/leases.ts';
import type { NotificationContext } from '../messages/message.ts';

export interface AttemptDependencies extends NotificationContext {
  /** Random number from 0 to 1 (default: `Math.random`). */
  random?: () => number;
  log: Log;
  /** Log for successful deliveries (default: `log`). */
  successLog?: LimitedLog;
}

/** An attempt at a delivery, with the fields of its log lines. */
export interface Attempt extends AttemptDependencies {
  delivery: LeasedDelivery;
  fields: object;
}
