import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from 'vitest';
import { createRequestIds } from './request-id.ts';

const requestWith = (id?: string) =>
  ({ headers: { 'x-request-id': id } }) as unknown as IncomingMessage;
const uuid = expect.stringMatching(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/) as string;

describe('the id of a request', () => {
  it('is that of a trusted proxy', () => {
    const getRequestId = createRequestIds(1);
    expect(getRequestId(requestWith('Req_1-a'))).toBe('Req_1-a');
    expect(getRequestId(requestWith('x'.repeat(64)))).toBe('x'.repeat(64));
  });

  it('is a new one without, or with another than 1 to 64 letters, digits, - and _', () => {
    const getRequestId = createRequestIds(1);
    for (const id of [undefined, '', 'x'.repeat(65), 'a b', 'a, b', 'ada@example.com', 'é']) {
      expect(getRequestId(requestWith(id))).toEqual(uuid);
    }
    expect(getRequestId(requestWith())).not.toBe(getRequestId(requestWith()));
  });

  it('is a new one if no proxy is trusted', () => {
    expect(createRequestIds(0)(requestWith('req-1'))).toEqual(uuid);
  });
});
