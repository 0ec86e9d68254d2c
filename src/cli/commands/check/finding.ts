/** What one check found. */
export interface Finding {
  name: string;
  result: 'ok' | 'warning' | 'failed';
  detail: string;
  /** What to do about it. */
  next?: string;
}

export const ok = (name: string, detail: string): Finding => ({ name, result: 'ok', detail });

export const warning = (name: string, detail: string, next: string): Finding => ({
  name,
  result: 'warning',
  detail,
  next,
});

export const failed = (name: string, detail: string, next: string): Finding => ({
  name,
  result: 'failed',
  detail,
  next,
});
