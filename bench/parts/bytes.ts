import {
  budgets,
  documentSizes,
  emailHintSize,
  fontSizes,
  scriptSizes,
} from '../../tools/page-weight.ts';
import type { Measurement } from '../measurement.ts';

/** Measures the transfer sizes of a visit, which do not depend on the machine. */
export async function measureBytes(): Promise<Measurement[]> {
  const [documents, scripts, fonts] = [await documentSizes(), scriptSizes(), fontSizes()];
  const atMost = (name: string, value: number, limit: number, unit = 'B'): Measurement => ({
    name,
    value,
    unit,
    goal: { of: 'value', atMost: limit },
  });
  return [
    atMost('Largest document with styles', Math.max(...Object.values(documents)), budgets.document),
    atMost('Script of the document', scripts.boot, budgets.boot),
    atMost('Scripts of hydration, except Contact', Math.max(...scripts.others), budgets.script),
    atMost('Scripts of hydration on Contact', scripts.contact, budgets.contactScript),
    atMost('Hint at a mistyped email', emailHintSize(), budgets.emailHint),
    atMost('Font files', fonts.length, budgets.fonts.files, ''),
    atMost(
      'Fonts',
      fonts.reduce((sum, size) => sum + size, 0),
      budgets.fonts.bytes,
    ),
  ];
}
