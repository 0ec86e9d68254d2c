import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { sampleInquiry as inquiry } from '../../../tests/fixtures/sample-inquiry.ts';
import { queryClient, sendInquiry, SubmissionError } from './send-inquiry.ts';

const receivedAt = '2026-11-21T12:00:00.000Z';
const receipt = { id: '1', receivedAt };
const receivedMs = Date.parse(receivedAt);
const server = vi.fn<typeof fetch>();
const errorResponse = (body: unknown) => new Response(JSON.stringify(body), { status: 500 });

beforeEach(() => {
  vi.useFakeTimers();
  server.mockReset();
  vi.stubGlobal('fetch', server);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** Sends an inquiry with fake timers. Returns the result and the time of each request. */
async function submit() {
  const startedAtMs = Date.now();
  const times: number[] = [];
  const respond = server.getMockImplementation() ?? (async () => Response.json(receipt));
  server.mockImplementation((...request) => {
    times.push(Date.now() - startedAtMs);
    return respond(...request);
  });
  const result = sendInquiry(inquiry).then(
    (value) => ({ receipt: value, error: undefined }),
    (error: unknown) => ({ receipt: undefined, error }),
  );
  await vi.runAllTimersAsync();
  return { ...(await result), times };
}

it('returns the time of arrival after one request', async () => {
  expect(await submit()).toEqual({ receipt: receivedMs, error: undefined, times: [0] });
  const [url, request] = server.mock.calls[0] ?? [];
  expect(url).toBe('/api/contact-form');
  expect(JSON.parse(String(request?.body))).toEqual(inquiry);
});

it('retries twice with the same body, a second apart, then throws the error of the server', async () => {
  server.mockImplementation(async () => errorResponse({ error: 'The store is busy' }));
  const { error, times } = await submit();
  expect(times).toEqual([0, 1000, 2000]);
  expect(error).toBeInstanceOf(SubmissionError);
  expect(error).toHaveProperty('message', 'The store is busy');
  const bodies = server.mock.calls.map(([, request]) => request?.body);
  expect(bodies).toEqual(Array(3).fill(JSON.stringify(inquiry)));
});

it.each([
  ['has no error', '{}', 500, { message: 'Failed to submit contact form', fields: {} }],
  ['is not JSON', '<h1>Bad gateway</h1>', 502, { message: 'Network error' }],
  ['is not JSON', 'thanks', 200, { message: 'Network error' }],
  [
    'has other errors than texts',
    '{"fields":{"email":{},"role":"Odd"}}',
    500,
    { fields: { role: 'Odd' } },
  ],
  ['has no fields', '{"fields":null}', 500, { fields: {} }],
])('throws if the response %s: %s with %i', async (_, body, status, expected) => {
  server.mockImplementation(async () => new Response(body, { status }));
  const { error } = await submit();
  expect(error).toHaveProperty('message');
  for (const [name, value] of Object.entries(expected))
    expect(error, name).toHaveProperty(name, value);
});

it('retries after a timeout of 20 s', async () => {
  // The timer of `AbortSignal.timeout` cannot be faked.
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    const timeout = new AbortController();
    setTimeout(() => timeout.abort(new DOMException('No answer', 'TimeoutError')), ms);
    return timeout.signal;
  });
  server.mockImplementation(
    (_, request) =>
      new Promise((_, reject) => {
        const { signal } = request as { signal: AbortSignal };
        signal.addEventListener('abort', () => reject(signal.reason as Error));
      }),
  );
  const { error, times } = await submit();
  expect(times).toEqual([0, 21_000, 42_000]);
  expect(error).toHaveProperty('name', 'TimeoutError');
});

it.each([
  ['a proxy', '<h1>Slow down</h1>', 'Network error', 'tooMany'],
  ['the server', '{"error":"Too many"}', 'Too many', 'tooMany'],
  ['the server, for all networks', '{"error":"Many","limit":"all"}', 'Many', 'tooManyOverall'],
])('does not retry a 429 response of %s', async (_, body, message, reason) => {
  const headers = { 'retry-after': '90' };
  server.mockImplementation(async () => new Response(body, { status: 429, headers }));
  const { error, times } = await submit();
  expect(times).toEqual([0]);
  expect(error).toMatchObject({ message, rateLimit: { reason, retryAfterSeconds: 90 } });
});

it('does not know how long to wait if a proxy names a date', async () => {
  const headers = { 'retry-after': 'Mon, 30 Nov 2026 12:00:00 GMT' };
  server.mockImplementation(async () => new Response('', { status: 429, headers }));
  expect((await submit()).error).toMatchObject({ rateLimit: { retryAfterSeconds: 0 } });
});

it('the client has the defaults of part 9 of the specification', () => {
  expect(queryClient.getDefaultOptions()).toEqual({
    queries: { staleTime: 300_000, gcTime: 600_000, retry: 2, refetchOnWindowFocus: false },
    mutations: { retry: 1 },
  });
});
