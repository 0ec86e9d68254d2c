import { describe, expect, it } from 'vitest';
import { renderTable } from './table.ts';

describe('renderTable', () => {
  it('aligns columns', () => {
    const columns = [
      { title: 'NAME', cells: ['Ada', 'Charles'] },
      { title: 'ROLE', cells: ['Founder', ''] },
    ];
    expect(renderTable(columns)).toBe('NAME     ROLE\nAda      Founder\nCharles\n');
  });

  it('aligns more rows than a call may have arguments', () => {
    const cells = Array.from({ length: 200_000 }, () => 'Ada');
    const lines = renderTable([{ title: 'NAME', cells }]).split('\n');
    expect(lines).toHaveLength(200_002);
  });

  it('truncates the widest column with canCut', () => {
    const columns = [
      { title: 'ID', cells: ['0123456789'] },
      { title: 'NAME', cells: ['abcdefghijklmnop'], canCut: true },
      { title: 'ROLE', cells: ['abcdefghij'], canCut: true },
    ];
    expect(renderTable(columns, 34).split('\n')[1]).toBe('0123456789  abcdefghi…  abcdefghij');
  });

  it('keeps a minimum width', () => {
    const columns = [{ title: 'NAME', cells: ['abcdefghijklmnop'], canCut: true }];
    expect(renderTable(columns, 3)).toBe('NAME\nabcdefg…\n');
  });

  it('counts wide characters as two and never splits a grapheme', () => {
    const columns = [
      {
        title: 'NAME',
        cells: ['日本語テスト', '𠮷野𠮷野𠮷野', '👨‍👩‍👧‍👦👨‍👩‍👧‍👦👨‍👩‍👧‍👦👨‍👩‍👧‍👦👨‍👩‍👧‍👦', 'e\u0301'],
        canCut: true,
      },
      { title: 'X', cells: ['1', '2', '3', '4'] },
    ];
    expect(renderTable(columns, 11).split('\n')).toEqual([
      'NAME      X',
      '日本語…   1',
      '𠮷野𠮷…   2',
      '👨‍👩‍👧‍👦👨‍👩‍👧‍👦👨‍👩‍👧‍👦…   3',
      'e\u0301         4',
      '',
    ]);
  });
});
