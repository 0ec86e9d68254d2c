import { expect, it } from 'vitest';
import { renderTable } from './table.ts';

const nameColumn = { title: 'NAME', cell: ([name = '']: string[]) => name };
const roleColumn = { title: 'ROLE', cell: ([, role = '']: string[]) => role };

it('aligns columns, with visible control characters', () => {
  const rows = [['A\u202eda', 'Founder'], ['Charles']];
  const table = 'NAME         ROLE\nA[U+202E]da  Founder\nCharles\n';
  expect(renderTable(rows, [nameColumn, roleColumn])).toBe(table);
});

it('truncates the widest column with canCut', () => {
  const columns = [
    { title: 'ID', cell: () => '0123456789' },
    { ...nameColumn, canCut: true },
    { ...roleColumn, canCut: true },
  ];
  const rows = [['abcdefghijklmnop', 'abcdefghij']];
  expect(renderTable(rows, columns, 34)).toContain('\n0123456789  abcdefghi…  abcdefghij\n');
  // At least to a minimum width.
  expect(renderTable(rows, columns.slice(1, 2), 3)).toBe('NAME\nabcdefg…\n');
});
