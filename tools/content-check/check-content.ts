import path from 'node:path';
import { findFirmIssues } from './firm-issues.ts';
import { loadContent } from './load-content.ts';
import { findPaletteIssues } from './palette-issues.ts';
import { findTextIssues } from './text-issues.ts';

const folder = 'src/content';

/** Lists what has to change in the content below `root`, each as 'file: key, what is wrong and what to do'. */
export async function checkContent(root: string): Promise<string[]> {
  const content = await loadContent(path.join(root, folder));
  const faults = [
    ...findFirmIssues(content.firm),
    ...findTextIssues(content),
    ...findPaletteIssues(content.palette),
  ];
  return faults.map((fault) => `${folder}/${fault}`);
}
