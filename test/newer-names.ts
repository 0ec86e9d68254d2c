import { createRequire } from 'node:module';
import type { CompatData, Identifier, SupportBlock } from '@mdn/browser-compat-data/types';
import { oldestBrowsers } from '../build/oldest-browsers.ts';

/** MDN's own data. Required, as Vite would make a module of its 20 MB first. */
const compat: CompatData = createRequire(import.meta.url)('@mdn/browser-compat-data');

/**
 * Names of what scripts can call, globals and methods alike, that no object of the oldest browsers
 * has. One that an older object has, too, can't be told from it and is left out.
 */
export function newerNames(): Set<string> {
  const known = new Set<string>();
  const newer = new Set<string>();
  function sort(parts: Identifier | undefined) {
    for (const [key, part] of Object.entries(parts ?? {}) as [string, Identifier][]) {
      if (key === '__compat') continue;
      const facts = part.__compat;
      if (facts) (isKnown(facts.support) ? known : newer).add(key.replace(/_static$/, ''));
      sort(part);
    }
  }
  sort(compat.api);
  sort(compat.javascript['builtins']);
  return new Set([...newer].filter((name) => !known.has(name)));
}

function isKnown(support: SupportBlock) {
  return Object.entries(oldestBrowsers).every(([name, oldest]) =>
    [support[name as keyof typeof oldestBrowsers] ?? []].flat().some((since) => {
      const { version_added, version_removed, flags, prefix, alternative_name } = since;
      if (!version_added || flags || prefix || alternative_name) return false;
      const isRemoved = version_removed && parseFloat(version_removed) <= oldest;
      return parseFloat(version_added.replace('≤', '')) <= oldest && !isRemoved;
    }),
  );
}
