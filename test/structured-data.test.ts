import path from 'node:path';
import ts from 'typescript';
import { beforeAll, describe, expect, it } from 'vitest';
import { firm } from '../app/content/firm.ts';
import { plain } from './plain-text.ts';
import { serveSite } from './serve-site.ts';

const root = path.resolve(import.meta.dirname, '..');
const publicUrl = 'https://www.example.com';
const pages = ['/', '/about', '/platform', '/ecosystems', '/contact'];

/** The HTML of each page by its path. */
const documents: Record<string, string> = {};
beforeAll(async () => {
  const { url, stop } = await serveSite({ PUBLIC_URL: publicUrl });
  for (const page of pages) documents[page] = await (await fetch(new URL(page, url))).text();
  await stop();
});

const jsonLdOf = (html = '') =>
  /<script type="application\/ld\+json">(.*?)<\/script>/.exec(html)?.[1] ?? '';

describe('structured data', () => {
  it('holds what schema.org defines, and nothing else', () => {
    const texts = pages.map((page) => jsonLdOf(documents[page]));
    const contact = JSON.parse(texts.at(-1) ?? '');
    const [, organization, page] = contact['@graph'].map((item: object) =>
      JSON.stringify({ ...contact, '@graph': [item] }),
    );
    const wrong = [
      organization.replace('"Organization"', '"Organisation"'),
      organization.replace('"logo"', '"emblem"'),
      organization.replace('"Monday"', '"Moonday"'),
      page.replace('"isPartOf"', '"opens":"09:00","isPartOf"'),
    ];
    const problems = schemaOrgProblems([...texts, ...wrong]);
    expect(problems.slice(0, texts.length)).toEqual(texts.map(() => []));
    for (const found of problems.slice(texts.length)) expect(found).not.toEqual([]);
  }, 60_000);

  it('names the firm, the site and the page’s place in it', () => {
    const types = JSON.parse(jsonLdOf(documents['/contact']))['@graph'];
    expect(types).toMatchObject([
      { '@type': 'WebSite', url: `${publicUrl}/`, name: firm.name },
      {
        '@type': 'Organization',
        name: firm.name,
        email: firm.email,
        address: { '@type': 'PostalAddress', postalCode: firm.address.postalCode },
        contactPoint: { hoursAvailable: { opens: '09:00', closes: '18:00' } },
      },
      {
        '@type': 'ContactPage',
        breadcrumb: {
          '@type': 'BreadcrumbList',
          itemListElement: [{ item: `${publicUrl}/` }, { item: `${publicUrl}/contact` }],
        },
      },
    ]);
  });

  it('says on each page only what a visitor can read there', () => {
    for (const page of pages) {
      const html = documents[page] ?? '';
      const readable = plain(html.replace(/^[^]*<body>/, '').replaceAll(/data-site="[^"]*"/g, ''));
      const { name, description, email, address } = JSON.parse(jsonLdOf(html))['@graph'][1];
      for (const fact of [name, description, email, address?.streetAddress]) {
        if (fact) expect(readable, page).toContain(fact);
      }
    }
  });
});

/**
 * What contradicts schema.org's definitions in each of these JSON-LD texts: a type or property that
 * does not exist, one that is not the type's, or a value that is not the property's. The compiler checks the JSON
 * against schema-dts, which is generated from those definitions.
 */
function schemaOrgProblems(texts: string[]): string[][] {
  const file = path.join(root, 'json-ld.ts');
  // One line each, so that a problem's line tells which it is in.
  const lines = texts.map((json, i) => `export const graph${i}: Graph = ${oneLine(json)};`);
  const source = `${lines.join('\n')}\nimport type { Graph } from 'schema-dts';\n`;
  const options: ts.CompilerOptions = {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    types: [],
    target: ts.ScriptTarget.ES2022,
    // The smallest: the types of the DOM would take longer than the check.
    lib: ['lib.es5.d.ts'],
    module: ts.ModuleKind.NodeNext,
  };
  const host = ts.createCompilerHost(options);
  const { getSourceFile, fileExists } = host;
  host.fileExists = (name) => name === file || fileExists(name);
  host.getSourceFile = (name, ...rest) =>
    name === file
      ? ts.createSourceFile(name, source, ts.ScriptTarget.ES2022)
      : getSourceFile(name, ...rest);
  const diagnostics = ts.getPreEmitDiagnostics(ts.createProgram([file], options, host));
  return texts.map((_, line) =>
    diagnostics
      .filter((problem) => lineOf(problem) === line)
      .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n')),
  );
}

const oneLine = (json: string) => JSON.stringify(JSON.parse(json));

/** A problem that is in none of them is one of the check itself. */
function lineOf({ file, start = 0, messageText }: ts.Diagnostic) {
  const line = file && ts.getLineAndCharacterOfPosition(file, start).line;
  if (line === undefined) throw new Error(ts.flattenDiagnosticMessageText(messageText, '\n'));
  return line;
}
