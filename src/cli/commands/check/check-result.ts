export interface CheckResult {
  name: string;
  result: 'ok' | 'warning' | 'failed' | 'skipped';
  detail: string;
  /** Advice. */
  next?: string;
}

export const ok = (name: string, detail: string): CheckResult => ({ name, result: 'ok', detail });

export const warning = (name: string, detail: string, next: string): CheckResult => ({
  name,
  result: 'warning',
  detail,
  next,
});

export const failed = (name: string, detail: string, next: string): CheckResult => ({
  name,
  result: 'failed',
  detail,
  next,
});

/** Result of a check that cannot run. */
export const skipped = (name: string, reason: string): CheckResult => ({
  name,
  result: 'skipped',
  detail: `not examined: ${reason}`,
});
