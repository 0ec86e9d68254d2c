import { posix } from 'node:path';
import { numberLimits, textLimits } from '../../src/content/limits.ts';
import type { Content, Value } from './load-content.ts';

/** Finds empty or too long texts, numbers out of range, missing keys and duplicates. */
export const findTextIssues = ({ values }: Content): string[] => [
  ...values.flatMap((value) => [...checkText(value), ...checkNumber(value), ...checkList(value)]),
  ...findDuplicates(values.filter(({ path }) => matches('*.meta.title', path))),
  ...findDuplicates(values.filter(({ path }) => matches('*.meta.description', path))),
];

function checkText({ file, path, value }: Value): string[] {
  if (typeof value !== 'string') return [];
  const name = `${file}: ${path.join('.')}`;
  if (value.trim() === '') return [`${name} is empty. Add its text.`];
  if (value !== value.trim()) return [`${name} starts or ends with a space. Remove it.`];
  const limit = textLimits.find(({ path: pattern }) => matches(pattern, path));
  if (!limit || value.length <= limit.max) return [];
  const { max, reason } = limit;
  return [`${name} has ${value.length} characters; the maximum is ${max}: ${reason}. Shorten it.`];
}

function checkNumber({ file, path, value }: Value): string[] {
  const limit = numberLimits.find(({ path: pattern }) => matches(pattern, path));
  if (!limit || typeof value !== 'number') return [];
  const { min, max, reason } = limit;
  if (Number.isInteger(value) && value >= min && value <= max) return [];
  const range = `Use a whole number from ${min} to ${max}.`;
  return [`${file}: ${path.join('.')} is ${value}: ${reason}. ${range}`];
}

/** Keys whose values must be unique in a list. */
const identifyingKeys = ['title', 'label', 'term', 'id', 'to'];

/** Checks that a list's items have the same keys and unique names. */
function checkList({ file, path, value }: Value): string[] {
  if (!Array.isArray(value)) return [];
  const name = `${file}: ${path.join('.')}`;
  if (value.length === 0) return [`${name} is an empty list. Add items.`];
  const items: Record<string, unknown>[] = value.filter((item) => typeof item === 'object');
  const keys = [...new Set(items.flatMap(Object.keys))].filter(
    (key) => items.filter((item) => key in item).length > items.length / 2,
  );
  return items.flatMap((item, i) => {
    const gaps = keys
      .filter((key) => !(key in item))
      .map((key) => `${name}.${i} lacks ${key}, which the other items have. Add it.`);
    const duplicates = identifyingKeys
      .filter((key) => items.slice(0, i).some((other) => key in item && other[key] === item[key]))
      .map((key) => `${name}.${i} repeats the ${key} of another item, "${item[key]}". Change one.`);
    return [...gaps, ...duplicates];
  });
}

const findDuplicates = (values: Value[]): string[] =>
  values.flatMap(({ file, path, value }, i) => {
    const other = values.slice(0, i).find((earlier) => earlier.value === value);
    if (!other) return [];
    const name = `${file}: ${path.join('.')}`;
    return [`${name} duplicates that of ${other.file}, "${value}". Change one.`];
  });

const matches = (pattern: string, path: string[]) =>
  posix.matchesGlob(path.join('/'), pattern.replaceAll('.', '/'));
