import { describe, expect, it } from 'vitest';
import { toCsvLine } from './csv.ts';

describe('toCsvLine', () => {
  it('separates cells by commas, and lines as RFC 4180 wants it', () => {
    expect(toCsvLine(['Ada', '', undefined, true])).toBe('Ada,,,true\r\n');
  });

  it('quotes what would be taken for the end of a cell', () => {
    expect(toCsvLine(['a,b', 'say "hi"', 'two\nlines', 'a\rb'])).toBe(
      '"a,b","say ""hi""","two\nlines","a\rb"\r\n',
    );
  });

  it('keeps a spreadsheet from calculating with the text of strangers', () => {
    expect(toCsvLine(['=1+1', '+49', '-1', '@SUM(A1)', '\tx', '\rx'])).toBe(
      "'=1+1,'+49,'-1,'@SUM(A1),'\tx,\"'\rx\"\r\n",
    );
    expect(toCsvLine(['=HYPERLINK("x","y")'])).toBe('"\'=HYPERLINK(""x"",""y"")"\r\n');
    expect(toCsvLine(['1+1', 'a=b'])).toBe('1+1,a=b\r\n');
  });
});
