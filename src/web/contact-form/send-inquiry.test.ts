import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { sampleInquiry as inquiry } from '../../../tests/fixtures/sample-inquiry.ts';
import { sendInquiry, SubmissionFailed } from './send-inquiry.ts';

const receipt = { id: '1', receivedAt: '2026-11-21T12:00:00.000Z' };
const server = vi.fn<typeof fetch>();
const refusal = (body: unknown) => new Response(JSON.stringify(body), { status: 500 });

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

/** Runs the clock until the submission is over; says how it ended and when each request was made. */
async function submit() {
  const startedAt = Date.now();
  const times: number[] = [];
  const answers = server.getMockImplementation() ?? (async () => Response.json(receipt));
  server.mockImplementation((...request) => {
    times.push(Date.now() - startedAt);
    return answers(...request);
  });
  const result = sendInquiry(inquiry, 'key-1').then(
    (value) => ({ receipt: value, error: undefined }),
    (error: unknown) => ({ receipt: undefined, error }),
  );
  await vi.runAllTimersAsync();
  return { ...(await result), times };
}

describe('sending an inquiry', () => {
  it('gives the receipt after one request', async () => {
    expect(await submit()).toEqual({ receipt, error: undefined, times: [0] });
    const [url, request] = server.mock.calls[0] ?? [];
    expect(url).toBe('/api/contact-form');
    expect(JSON.parse(String(request?.body))).toEqual(inquiry);
  });

  it('tries twice more, a second apart, then fails with the answer of the server', async () => {
    server.mockImplementation(async () => refusal({ error: 'The store is busy' }));
    const { error, times } = await submit();
    expect(times).toEqual([0, 1000, 2000]);
    expect(error).toBeInstanceOf(SubmissionFailed);
    expect(error).toHaveProperty('message', 'The store is busy');
  });

  it('sends the same key each time', async () => {
    server.mockImplementation(async () => refusal({}));
    await submit();
    const keys = server.mock.calls.map(([, request]) =>
      new Headers(request?.headers).get('idempotency-key'),
    );
    expect(keys).toEqual(['key-1', 'key-1', 'key-1']);
  });

  it('ends well where a retry does', async () => {
    server.mockImplementation(async () => refusal({}));
    server.mockImplementationOnce(async () => refusal({}));
    const pending = sendInquiry(inquiry, 'key-1');
    await vi.advanceTimersByTimeAsync(500);
    server.mockImplementation(async () => Response.json(receipt, { status: 201 }));
    await vi.runAllTimersAsync();
    expect(await pending).toEqual(receipt);
    expect(server).toHaveBeenCalledTimes(2);
  });

  it("says 'Failed to submit contact form' where the server gives no error", async () => {
    server.mockImplementation(async () => refusal({}));
    expect((await submit()).error).toHaveProperty('message', 'Failed to submit contact form');
  });

  it("says 'Network error' where the answer is not JSON, whatever its status", async () => {
    server.mockImplementation(async () => new Response('<h1>Bad gateway</h1>', { status: 502 }));
    expect((await submit()).error).toHaveProperty('message', 'Network error');
    server.mockImplementation(async () => new Response('thanks', { status: 200 }));
    expect((await submit()).error).toHaveProperty('message', 'Network error');
  });

  it('tries again where the network fails', async () => {
    server.mockRejectedValue(new TypeError('Failed to fetch'));
    const { error, times } = await submit();
    expect(times).toEqual([0, 1000, 2000]);
    expect(error).toBeInstanceOf(TypeError);
  });

  it('tries again after 20 s without an answer', async () => {
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

  it('keeps what the server says of each field', async () => {
    server.mockImplementation(async () => refusal({ error: 'No', fields: { email: 'Odd' } }));
    expect((await submit()).error).toHaveProperty('fields', { email: 'Odd' });
  });

  it('keeps only texts of what another server says of fields', async () => {
    const fields = { email: { code: 1 }, role: 'Odd' };
    server.mockImplementation(async () => refusal({ fields }));
    expect((await submit()).error).toHaveProperty('fields', { role: 'Odd' });
    server.mockImplementation(async () => refusal({ fields: null }));
    expect((await submit()).error).toHaveProperty('fields', {});
  });

  it('asks no second time a front that has had too many, in whatever words', async () => {
    server.mockImplementation(async () => new Response('<h1>Slow down</h1>', { status: 429 }));
    const { error, times } = await submit();
    expect(times).toEqual([0]);
    expect(error).toMatchObject({ message: 'Network error', isTooMany: true });
  });

  it('asks no second time a server that has had too many inquiries', async () => {
    const wait = { status: 429, headers: { 'retry-after': '40' } };
    server.mockImplementation(async () => Response.json({ error: 'Too many' }, wait));
    const { error, times } = await submit();
    expect(times).toEqual([0]);
    expect(error).toMatchObject({ message: 'Too many', isTooMany: true });
  });
});
