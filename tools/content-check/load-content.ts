import { globSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Firm } from '../../src/content/firm.ts';
import type { Palette } from '../../src/content/palette-types.ts';

/** A value of the content and its location. */
export interface Value {
  /** File name in src/content. */
  file: string;
  path: string[];
  value: unknown;
}

export interface Content {
  firm: Firm;
  palette: Palette;
  /** All exported values, outermost first. */
  values: Value[];
}

/** Files with rules instead of copy. */
const ruleFiles = ['limits.ts', 'office-hours.ts', 'palette-types.ts', 'palette.ts'];

export async function loadContent(folder: string): Promise<Content> {
  const load = (file: string) => import(pathToFileURL(path.resolve(folder, file)).href);
  const { firm } = await load('firm.ts');
  const values: Value[] = [];
  for (const file of globSync('*.ts', { cwd: folder }).sort()) {
    if (file.endsWith('.test.ts') || ruleFiles.includes(file)) continue;
    for (const [name, exported] of Object.entries(await load(file))) {
      values.push(...listValues(exported, file, [name]));
    }
  }
  return { firm, palette: await load('palette.ts'), values };
}

function listValues(value: unknown, file: string, at: string[]): Value[] {
  const inner = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  const nested = inner.flatMap(([key, nestedValue]) => listValues(nestedValue, file, [...at, key]));
  return [{ file, path: at, value }, ...nested];
}
