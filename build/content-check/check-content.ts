import { readFileSync } from 'node:fs';
import path from 'node:path';
import { firmFaults } from './firm-faults.ts';
import { lineOf } from './line-of.ts';
import { loadContent } from './load-content.ts';
import { paletteFaults } from './palette-faults.ts';
import { textFaults } from './text-faults.ts';

const folder = 'app/content';

/** What has to change in the content below `root`, each as 'file:line: what is wrong and what to do'. */
export async function checkContent(root: string): Promise<string[]> {
  const content = await loadContent(path.join(root, folder));
  const faults = [
    ...firmFaults(content.firm),
    ...textFaults(content),
    ...paletteFaults(content.palette),
  ];
  return faults
    .map(({ file, path: at, message }) => {
      const source = readFileSync(path.join(root, folder, file), 'utf8');
      return { file, line: lineOf(source, at), message };
    })
    .sort((a, b) => a.file.localeCompare(b.file) || a.line - b.line)
    .map(({ file, line, message }) => `${folder}/${file}:${line}: ${message}`);
}
