import { describe, expect, it } from 'vitest';
import { maxBodyBytes, readBody } from './read-body.ts';

const read = (body: BodyInit | null, headers: Record<string, string> = {}) =>
  readBody(
    new Request('http://localhost', {
      method: 'POST',
      body,
      headers,
      duplex: 'half',
    } as RequestInit),
  );

const streamOf = (...chunks: Uint8Array[]) =>
  new ReadableStream({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk);
      controller.close();
    },
  });

describe('readBody', () => {
  it('puts together a character that came in two parts', async () => {
    const [first, second] = [new Uint8Array([0xf0, 0x9f]), new Uint8Array([0x98, 0x80])];
    expect(await read(streamOf(first, second))).toEqual({ ok: true, text: '😀' });
  });

  it('reads no body as an empty text', async () => {
    expect(await read(null)).toEqual({ ok: true, text: '' });
  });

  it('reads as much as the limit, in bytes, and not one more', async () => {
    const umlauts = 'ü'.repeat(maxBodyBytes / 2);
    expect(await read(umlauts)).toEqual({ ok: true, text: umlauts });
    const announced = { 'content-length': String(maxBodyBytes) };
    expect(await read(umlauts, announced)).toEqual({ ok: true, text: umlauts });
    expect(await read(`${umlauts}x`)).toEqual({ ok: false, reason: 'tooLarge' });
  });

  it('refuses what is not UTF-8', async () => {
    expect(await read(new Uint8Array([0xc3, 0x28]))).toEqual({ ok: false, reason: 'notUtf8' });
    expect(await read(new Uint8Array([0xed, 0xa0, 0x80]))).toMatchObject({ ok: false });
  });

  it('says when the sender went away', async () => {
    const broken = new ReadableStream({
      pull: (controller) => controller.error(new Error('connection lost')),
    });
    expect(await read(broken)).toEqual({ ok: false, reason: 'cutOff' });
  });
});
