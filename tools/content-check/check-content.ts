import path from 'node:path';
import { findFirmIssues } from './firm-issues.ts';
import { loadContent } from './load-content.ts';
import { findPaletteIssues } from './palette-issues.ts';
import { findTextIssues } from './text-issues.ts';

const folder = 'src/content';

/** Checks the content below `root`. Each issue is 'file: key, error and remedy'. */
export async function checkContent(root: string): Promise<string[]> {
  const content = await loadContent(path.join(root, folder));
  const issues = [
    ...findFirmIssues(content.firm),
    ...findTextIssues(content),
    ...findPaletteIssues(content.palette),
  ];
  return issues.map((issue) => `${folder}/${issue}`);
}
