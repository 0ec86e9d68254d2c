import { expect, it } from 'vitest';
import { toByteRange } from './byte-range.ts';

it('takes a range by its first and last byte', () => {
  expect(toByteRange('bytes=0-0', 10)).toEqual({ first: 0, last: 0 });
  expect(toByteRange('bytes=2-5', 10)).toEqual({ first: 2, last: 5 });
  expect(toByteRange('Bytes= 9-9 ', 10)).toEqual({ first: 9, last: 9 });
});

it('ends a range at the end of the body', () => {
  expect(toByteRange('bytes=2-', 10)).toEqual({ first: 2, last: 9 });
  expect(toByteRange('bytes=2-99999999999999999999', 10)).toEqual({ first: 2, last: 9 });
});

it('takes a range by how many bytes there are at the end', () => {
  expect(toByteRange('bytes=-3', 10)).toEqual({ first: 7, last: 9 });
  expect(toByteRange('bytes=-30', 10)).toEqual({ first: 0, last: 9 });
});

it('says that there is nothing beyond the end', () => {
  expect(toByteRange('bytes=10-', 10)).toBe('unsatisfiable');
  expect(toByteRange('bytes=10-20', 10)).toBe('unsatisfiable');
  expect(toByteRange('bytes=-0', 10)).toBe('unsatisfiable');
  expect(toByteRange('bytes=0-', 0)).toBe('unsatisfiable');
  expect(toByteRange('bytes=-5', 0)).toBe('unsatisfiable');
});

it('leaves alone what is no single range of bytes', () => {
  for (const header of ['', 'bytes', 'bytes=', 'bytes=-', 'bytes=5-2', 'bytes=a-b', 'items=0-1']) {
    expect(toByteRange(header, 10), header).toBeUndefined();
  }
  expect(toByteRange('bytes=0-1,3-4', 10)).toBeUndefined();
  expect(toByteRange('bytes=1.5-3', 10)).toBeUndefined();
});
