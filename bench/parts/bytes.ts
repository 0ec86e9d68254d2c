import type { PartResult } from '../figure.ts';
import { budgets, documentSizes, fontSizes, scriptSizes } from '../../test/page-weight.ts';

/** What a visit weighs: exact, and the same on every machine. */
export async function measureBytes(): Promise<PartResult> {
  const [documents, scripts, fonts] = [await documentSizes(), scriptSizes(), fontSizes()];
  const largest = (sizes: Record<string, number>) => Math.max(...Object.values(sizes));
  const { contact, ...others } = scripts.afterBoot;
  const figures = [
    { what: 'The largest document', value: largest(documents), most: budgets.document },
    { what: 'Script before the first intent', value: scripts.boot, most: budgets.boot },
    { what: 'Script after it, but on Contact', value: largest(others), most: budgets.script },
    { what: 'Script after it on Contact', value: contact, most: budgets.contactScript },
    {
      what: `Fonts, ${fonts.length} files`,
      value: fonts.reduce((sum, size) => sum + size, 0),
      most: budgets.fonts.bytes,
    },
  ];
  return {
    figures: figures.map(({ most, ...figure }) => ({
      ...figure,
      unit: 'B',
      goal: { of: 'value', atMost: most },
    })),
  };
}
