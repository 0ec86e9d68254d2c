import { expect, it } from 'vitest';
import { findForeignFile } from './find-foreign-file.ts';

const website = 995;
const root = 0;
const folder = '/var/lib/website';
const file = `${folder}/inquiries.sqlite`;

// Only root can give a file to another user.
it.each<[string, Record<string, number>, string | undefined]>([
  ['no file of another user', {}, undefined],
  ['a database that root has restored', { [file]: root }, file],
  ['a log that a command of root has left', { [`${file}-wal`]: root }, `${file}-wal`],
  ['none in a folder that users share', { [folder]: root }, undefined],
])('finds %s', (_, changes, expected) => {
  const owners: Record<string, number> = { [folder]: website, [file]: website, ...changes };
  expect(findForeignFile(file, (path) => owners[path])).toBe(expected);
});
