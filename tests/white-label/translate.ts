import { globSync } from 'node:fs';
import ts from 'typescript';
import type { SourcesCopy } from '../fixtures/copy-sources.ts';

/** Its dates have no Latin letters. */
const language = { locale: 'uk-UA', timeZone: 'Europe/Kyiv' };

const latin = 'abcdefghijklmnopqrstuvwxyz';
const cyrillic = 'абцдефггійклмнопярстуввхиз';

/** Properties whose values are no words. */
const codes = new Set([
  ...['id', 'path', 'to', 'url', 'outline', 'privacyPolicy', 'country'],
  ...['timeZone', 'holidays', 'open'],
]);

/**
 * Writes each word of a copy's content in Cyrillic letters: what a visitor reads in Latin letters then comes
 * from elsewhere.
 */
export function translateContent(sources: SourcesCopy) {
  const options = { cwd: sources.folder, exclude: ['**/*.test.ts'] };
  for (const file of globSync('src/content/*.ts', options)) {
    // The pages of links in e-mails to the team stay English.
    if (file.endsWith('action-links.ts')) continue;
    sources.write(file, translateSource(sources.read(file)));
  }
  const facts = `timeZone: '${language.timeZone}',\n  locale: '${language.locale}'`;
  sources.edit('src/content/firm.ts', /timeZone: '[^']*'/, facts);
  for (const file of globSync('src/content/drawings/*.svg', options))
    sources.write(file, sources.read(file).replace(/(?<=<title>)[^<]+/, translate));
}

/** Replaces Latin letters, except in e-mail addresses. */
const translate = (text: string): string =>
  text.replaceAll(/\S+@\S+|[a-z]/gi, (part) => {
    if (part.length > 1) return part;
    const letter = cyrillic[latin.indexOf(part.toLowerCase())] ?? part;
    return part === part.toLowerCase() ? letter : letter.toUpperCase();
  });

/** Translates the string literals of a TypeScript source. */
function translateSource(source: string): string {
  const file = ts.createSourceFile('content.ts', source, ts.ScriptTarget.Latest, true);
  const literals: ts.Node[] = [];
  collect(file);
  let text = source;
  for (const literal of literals.reverse()) {
    const [start, end] = [literal.getStart(), literal.getEnd()];
    text = text.slice(0, start) + translateLiteral(text.slice(start, end)) + text.slice(end);
  }
  return text;

  function collect(node: ts.Node) {
    if (ts.isImportDeclaration(node) || ts.isTypeNode(node)) return;
    if (ts.isPropertyAssignment(node)) {
      if (!codes.has(node.name.getText())) collect(node.initializer);
      return;
    }
    if (ts.isStringLiteral(node) || isTemplateText(node)) literals.push(node);
    ts.forEachChild(node, collect);
  }
}

const isTemplateText = (node: ts.Node) =>
  ts.isNoSubstitutionTemplateLiteral(node) ||
  ts.isTemplateHead(node) ||
  ts.isTemplateMiddle(node) ||
  ts.isTemplateTail(node);

/** An escape sequence, such as that of a soft hyphen, or the text up to the next one. */
const escapesAndTexts = /\\(?:u\{[\da-f]+\}|u[\da-f]{4}|x[\da-f]{2}|.)|[^\\]+/gi;

/** Leaves escape sequences as they are. */
const translateLiteral = (literal: string): string =>
  literal.replaceAll(escapesAndTexts, (part) => (part.startsWith('\\') ? part : translate(part)));
