import { focusManager, MutationObserver, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createQueryClient } from './query-client.ts';

const minuteMs = 60 * 1000;
const queryKey = ['firm'];

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

// Specification, part 9.
describe('query client', () => {
  it('treats a response as fresh for 5 minutes', async () => {
    const client = createQueryClient();
    const queryFn = vi.fn(async () => 'facts');
    await client.fetchQuery({ queryKey, queryFn });
    vi.advanceTimersByTime(5 * minuteMs - 1);
    await client.fetchQuery({ queryKey, queryFn });
    expect(queryFn).toHaveBeenCalledTimes(1);
    vi.advanceTimersByTime(1);
    await client.fetchQuery({ queryKey, queryFn });
    expect(queryFn).toHaveBeenCalledTimes(2);
  });

  it('caches an unobserved response for 10 minutes', async () => {
    const client = createQueryClient();
    const query = { queryKey, queryFn: async () => 'facts' };
    const unsubscribe = new QueryObserver(client, query).subscribe(() => undefined);
    await vi.advanceTimersByTimeAsync(0);
    unsubscribe();
    vi.advanceTimersByTime(10 * minuteMs - 1);
    expect(client.getQueryData(queryKey)).toBe('facts');
    vi.advanceTimersByTime(1);
    expect(client.getQueryData(queryKey)).toBeUndefined();
  });

  it('retries a failed query twice', async () => {
    const queryFn = vi.fn(async () => Promise.reject(new Error('offline')));
    const observer = new QueryObserver(createQueryClient(), { queryKey, queryFn });
    const unsubscribe = observer.subscribe(() => undefined);
    await vi.advanceTimersByTimeAsync(minuteMs);
    expect(queryFn).toHaveBeenCalledTimes(3);
    unsubscribe();
  });

  it('does not refetch on window focus', async () => {
    const queryFn = vi.fn(async () => 'facts');
    const observer = new QueryObserver(createQueryClient(), { queryKey, queryFn });
    const unsubscribe = observer.subscribe(() => undefined);
    await vi.advanceTimersByTimeAsync(6 * minuteMs);
    focusManager.setFocused(false);
    focusManager.setFocused(true);
    await vi.advanceTimersByTimeAsync(0);
    expect(queryFn).toHaveBeenCalledTimes(1);
    focusManager.setFocused(undefined);
    unsubscribe();
  });

  it('retries a failed mutation once', async () => {
    const mutationFn = vi.fn(async () => Promise.reject(new Error('offline')));
    const mutation = new MutationObserver(createQueryClient(), { mutationFn }).mutate();
    const failure = expect(mutation).rejects.toThrow('offline');
    await vi.advanceTimersByTimeAsync(minuteMs);
    await failure;
    expect(mutationFn).toHaveBeenCalledTimes(2);
  });
});
