import path from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  bootText,
  budgets,
  documentSizes,
  filesOf,
  fontSizes,
  pageScripts,
  scriptSizes,
} from '../../tools/page-weight.ts';

describe('a page weighs no more than it may:', () => {
  it('its document, with the style sheet in it', async () => {
    const sizes = Object.values(await documentSizes());
    expect(Math.max(...sizes)).toBeLessThanOrEqual(budgets.document);
  });

  it('the script before the visitor’s first intent', () => {
    expect(scriptSizes().boot).toBeLessThanOrEqual(budgets.boot);
  });

  it('the scripts after it', () => {
    const { contact, ...others } = scriptSizes().afterBoot;
    for (const [page, bytes] of Object.entries(others)) {
      expect(bytes, page).toBeLessThanOrEqual(budgets.script);
    }
    expect(contact, 'contact').toBeLessThanOrEqual(budgets.contactScript);
  });

  it('the fonts', () => {
    const bytes = fontSizes();
    expect(bytes.length).toBeLessThanOrEqual(budgets.fonts.files);
    expect(bytes.reduce((sum, size) => sum + size)).toBeLessThanOrEqual(budgets.fonts.bytes);
  });
});

it('the application is part of what each page’s script asks for, and is asked for beside it', () => {
  const text = bootText();
  const { home, about, platform, ecosystems } = pageScripts;
  for (const script of [home, about, platform, ecosystems]) {
    for (const file of filesOf([script])) expect(text).toContain(path.basename(file));
  }
});
