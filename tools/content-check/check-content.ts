import path from 'node:path';
import { firmFaults } from './firm-faults.ts';
import { loadContent } from './load-content.ts';
import { paletteFaults } from './palette-faults.ts';
import { textFaults } from './text-faults.ts';

const folder = 'src/content';

/** Lists what has to change in the content below `root`, each as 'file: key, what is wrong and what to do'. */
export async function checkContent(root: string): Promise<string[]> {
  const content = await loadContent(path.join(root, folder));
  const faults = [
    ...firmFaults(content.firm),
    ...textFaults(content),
    ...paletteFaults(content.palette),
  ];
  return faults.map((fault) => `${folder}/${fault}`);
}
