import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { toBrotli } from '../server/precompress.ts';
import { loadSiteBuild } from '../server/site-build.ts';

// What docs/speed.md explains, in bytes as they are sent, without headers.
const documentBudget = 12_000;
const bootBudget = 1_500;
const scriptBudget = 95_000;
const contactScriptBudget = 130_000;
const fontBudget = { files: 2, bytes: 45_000 };

type Manifest = Record<string, { file: string; imports?: string[]; assets?: string[] }>;

const client = 'dist/client';
const manifest: Manifest = JSON.parse(readFileSync(`${client}/.vite/manifest.json`, 'utf8'));
const site = await loadSiteBuild('dist');
if (!site) throw new Error('There is no build of the site: run npm run build');

const boot = 'app/boot.ts';
const scriptOf = {
  '/': 'app/pages/home.tsx',
  '/about': 'app/pages/about.tsx',
  '/platform': 'app/pages/platform.tsx',
  '/ecosystems': 'app/pages/ecosystems.tsx',
};

describe('a page weighs no more than it may:', () => {
  it('its document, with the style sheet in it', async () => {
    const options = { site: { firm: site.firm, year: 2026 }, assets: site.assets };
    const publicUrl = 'https://www.example.com';
    const paths = [...site.renderer.paths, '/nowhere'];
    const sizes = await Promise.all(
      paths.map(async (pathname) => {
        const { html } = await site.renderer.render(pathname, { ...options, publicUrl });
        return (await toBrotli(Buffer.from(html))).byteLength;
      }),
    );
    expect(Math.max(...sizes)).toBeLessThanOrEqual(documentBudget);
  });

  it('the script before the visitor’s first intent', () => {
    expect(sentBytes([boot])).toBeLessThanOrEqual(bootBudget);
  });

  it('the scripts after it', () => {
    for (const [pathname, script] of Object.entries(scriptOf)) {
      expect(sentAfterBoot(script), pathname).toBeLessThanOrEqual(scriptBudget);
    }
    const contact = sentAfterBoot('app/pages/contact.tsx');
    expect(contact, '/contact').toBeLessThanOrEqual(contactScriptBudget);
  });

  it('the fonts', () => {
    const fonts = manifest['app/styles/index.css']?.assets ?? [];
    const bytes = fonts.map((font) => readFileSync(path.join(client, font)).byteLength);
    expect(fonts.length).toBeLessThanOrEqual(fontBudget.files);
    expect(bytes.reduce((sum, size) => sum + size)).toBeLessThanOrEqual(fontBudget.bytes);
  });
});

it('the application is part of what each page’s script asks for, and is asked for beside it', () => {
  const bootText = readFileSync(path.join(client, manifest[boot]?.file ?? ''), 'utf8');
  for (const script of Object.values(scriptOf)) {
    for (const file of filesOf([script])) expect(bootText).toContain(path.basename(file));
  }
});

/** Together, compressed. */
const sentBytes = (entries: string[]) =>
  filesOf(entries)
    .map((file) => readFileSync(path.join(client, `${file}.br`)).byteLength)
    .reduce((sum, size) => sum + size);

/** The files of these modules and of all that they import, each once. */
function filesOf(entries: string[]): string[] {
  const seen = new Set<string>();
  const visit = (name: string) => {
    const chunk = manifest[name];
    if (!chunk) throw new Error(`The build has no ${name}`);
    if (seen.has(chunk.file)) return;
    seen.add(chunk.file);
    chunk.imports?.forEach(visit);
  };
  entries.forEach(visit);
  return [...seen];
}

const sentAfterBoot = (script: string) => sentBytes([boot, script]) - sentBytes([boot]);
