import { budgets, documentSizes, fontSizes, scriptSizes } from '../../tools/page-weight.ts';
import type { Measurement } from '../measurement.ts';

/** The bytes of a visit: exact, and the same on every machine. */
export async function measureBytes(): Promise<Measurement[]> {
  const [documents, scripts, fonts] = [await documentSizes(), scriptSizes(), fontSizes()];
  const { contact, ...others } = scripts.afterBoot;
  const atMost = (what: string, value: number, limit: number, unit = 'B'): Measurement => ({
    ...{ name: what, value, unit },
    goal: { of: 'value', atMost: limit },
  });
  return [
    atMost(
      'The largest document, with its styles',
      Math.max(...Object.values(documents)),
      budgets.document,
    ),
    atMost('Script before the first intent', scripts.boot, budgets.boot),
    atMost(
      'Script after it, except on Contact',
      Math.max(...Object.values(others)),
      budgets.script,
    ),
    atMost('Script after it on Contact', contact, budgets.contactScript),
    atMost('Font files', fonts.length, budgets.fonts.files, ''),
    atMost(
      'Fonts',
      fonts.reduce((sum, size) => sum + size, 0),
      budgets.fonts.bytes,
    ),
  ];
}
