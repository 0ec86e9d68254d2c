/**
 * Returns texts of the firm without soft hyphens, which its pages may need. E-mails show those that
 * somebody typed as codes. Includes texts in lists and objects, and the results of functions.
 */
export const dropSoftHyphens = <Texts>(texts: Texts): Texts => convert(texts) as Texts;

type Write = (...values: unknown[]) => unknown;

function convert(value: unknown): unknown {
  if (typeof value === 'string') return value.replaceAll('\u00ad', '');
  if (typeof value === 'function')
    return (...values: unknown[]) => convert((value as Write)(...values));
  if (Array.isArray(value)) return value.map(convert);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, convert(one)]));
}
