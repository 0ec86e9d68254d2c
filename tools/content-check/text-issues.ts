import { posix } from 'node:path';
import { numberLimits, textLimits } from '../../src/content/limits.ts';
import type { Content, Value } from './load-content.ts';

/** Texts that are empty or too long, numbers out of range, gaps and repetitions. */
export const findTextIssues = ({ values }: Content): string[] => [
  ...values.flatMap((value) => [...checkText(value), ...checkNumber(value), ...checkList(value)]),
  ...findDuplicates(values.filter(({ path }) => matches('*.meta.title', path))),
  ...findDuplicates(values.filter(({ path }) => matches('*.meta.description', path))),
];

function checkText({ file, path, value }: Value): string[] {
  if (typeof value !== 'string') return [];
  const name = `${file}: ${path.join('.')}`;
  if (value.trim() === '') return [`${name} is empty. Write its text.`];
  if (value !== value.trim()) return [`${name} begins or ends with a space. Take it out.`];
  const limit = textLimits.find(({ path: pattern }) => matches(pattern, path));
  if (!limit || value.length <= limit.most) return [];
  const { most, why } = limit;
  return [`${name} has ${value.length} characters, and ${most} at most: ${why}. Shorten it.`];
}

function checkNumber({ file, path, value }: Value): string[] {
  const limit = numberLimits.find(({ path: pattern }) => matches(pattern, path));
  if (!limit || typeof value !== 'number') return [];
  const { least, most, why } = limit;
  if (Number.isInteger(value) && value >= least && value <= most) return [];
  const range = `Write a whole number from ${least} to ${most}.`;
  return [`${file}: ${path.join('.')} is ${value}: ${why}. ${range}`];
}

/** What tells the items of a list apart. */
const identifyingKeys = ['title', 'label', 'term', 'id', 'to'];

/** A list's items hold the same, and none has another one's name. */
function checkList({ file, path, value }: Value): string[] {
  if (!Array.isArray(value)) return [];
  const name = `${file}: ${path.join('.')}`;
  if (value.length === 0) return [`${name} is an empty list. Write its items.`];
  const items: Record<string, unknown>[] = value.filter((item) => typeof item === 'object');
  const keys = [...new Set(items.flatMap(Object.keys))].filter(
    (key) => items.filter((item) => key in item).length > items.length / 2,
  );
  return items.flatMap((item, i) => {
    const gaps = keys
      .filter((key) => !(key in item))
      .map((key) => `${name}.${i} has no ${key}, as the others of the list have. Add it.`);
    const duplicates = identifyingKeys
      .filter((key) => items.slice(0, i).some((other) => key in item && other[key] === item[key]))
      .map((key) => `${name}.${i} has the ${key} of another item, "${item[key]}". Change one.`);
    return [...gaps, ...duplicates];
  });
}

const findDuplicates = (values: Value[]): string[] =>
  values.flatMap(({ file, path, value }, i) => {
    const other = values.slice(0, i).find((earlier) => earlier.value === value);
    if (!other) return [];
    const name = `${file}: ${path.join('.')}`;
    return [`${name} is also that of ${other.file}, "${value}". Pages have their own: change one.`];
  });

const matches = (pattern: string, path: string[]) =>
  posix.matchesGlob(path.join('/'), pattern.replaceAll('.', '/'));
