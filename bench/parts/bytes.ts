import { budgets, documentSizes, fontSizes, scriptSizes } from '../../tools/page-weight.ts';
import type { Measurement } from '../measurement.ts';

/** Measures the transfer sizes of a visit, which do not depend on the machine. */
export async function measureBytes(): Promise<Measurement[]> {
  const documents = Object.values(await documentSizes());
  const { boot, others, contact } = scriptSizes();
  const fonts = fontSizes();
  const sizes: [string, number, number, string?][] = [
    ['Largest document with styles', Math.max(...documents), budgets.document],
    ['Script of the document', boot, budgets.boot],
    ['Scripts of hydration, except Contact', Math.max(...others), budgets.script],
    ['Scripts of hydration on Contact', contact, budgets.contactScript],
    ['Font files', fonts.length, budgets.fonts.files, ''],
    ['Fonts', fonts.reduce((sum, size) => sum + size, 0), budgets.fonts.bytes],
  ];
  return sizes.map(([name, value, atMost, unit = 'B']) => ({
    ...{ name, value, unit },
    goal: { of: 'value', atMost },
  }));
}
