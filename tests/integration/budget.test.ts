import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  budgets,
  documentSizes,
  listFiles,
  fontSizes,
  otherScripts,
  scriptSizes,
} from '../../tools/page-weight.ts';

describe('a page stays within its size budget:', () => {
  it('the document, with its inlined style sheet', async () => {
    const sizes = Object.values(await documentSizes());
    expect(Math.max(...sizes)).toBeLessThanOrEqual(budgets.document);
  });

  it('the script of the document', () => {
    expect(scriptSizes().boot).toBeLessThanOrEqual(budgets.boot);
  });

  it('the scripts of hydration', () => {
    const { contact, others } = scriptSizes();
    expect(Math.max(...others)).toBeLessThanOrEqual(budgets.script);
    expect(contact, 'contact').toBeLessThanOrEqual(budgets.contactScript);
  });

  it('the fonts', () => {
    const bytes = fontSizes();
    expect(bytes.length).toBeLessThanOrEqual(budgets.fonts.files);
    expect(bytes.reduce((sum, size) => sum + size)).toBeLessThanOrEqual(budgets.fonts.bytes);
  });
});

it('the entry script requests the scripts of the application and the page in parallel', () => {
  const [entry = ''] = listFiles(['src/web/entry-client.ts']);
  const text = readFileSync(`dist/client/${entry}`, 'utf8');
  for (const script of otherScripts) {
    for (const file of listFiles([script])) expect(text).toContain(path.basename(file));
  }
});
