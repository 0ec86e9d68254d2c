import * as fs from 'node:fs';
import { beforeEach, expect, it, vi } from 'vitest';
import { findForeignFile } from './find-foreign-file.ts';

// Only root can give a file to another user.
vi.mock('node:fs', () => ({ statSync: vi.fn() }));

const [website, root] = [995, 0];
const folder = '/var/lib/website';
const file = `${folder}/inquiries.sqlite`;
let owners: Record<string, number>;

beforeEach(() => {
  owners = { [folder]: website, [file]: website };
  const stat = (path: string) => (path in owners ? { uid: owners[path] } : undefined);
  vi.mocked(fs.statSync as (path: string) => unknown).mockImplementation(stat);
});

it.each<[string, Record<string, number>, string | undefined]>([
  ['no file of another user', {}, undefined],
  ['a database that root has restored', { [file]: root }, file],
  ['a log that a command of root has left', { [`${file}-wal`]: root }, `${file}-wal`],
  ['none in a folder that users share', { [folder]: root }, undefined],
])('finds %s', (_, changes, expected) => {
  Object.assign(owners, changes);
  expect(findForeignFile(file)).toBe(expected);
});
