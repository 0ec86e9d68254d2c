import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import packageFile from '../../package.json' with { type: 'json' };

const ignored = ['node_modules/**', '**/node_modules/**', 'dist/**', 'data/**'];
const projectFiles = globSync('**', { exclude: ignored }).concat(
  globSync(['.env.example', '.ci/*']),
);
const documents = projectFiles.filter((file) => /^(docs\/.*|[^/]+)\.md$/.test(file));
/** Files that define settings, variables and messages. */
const sources = projectFiles.filter((file) =>
  /^(?!docs\/|.*package-lock).*(\.(ts|tsx|js|json|service|yml)|Containerfile)$/.test(file),
);

const readText = (file: string) => readFileSync(file, 'utf8');
const sourceText = sources.map(readText).join('\n');
const serverText = sources
  .filter((file) => /^src\/(?!.*\.test\.ts$)/.test(file))
  .map(readText)
  .join('\n');

const withoutBlocks = (text: string) => text.replaceAll(/^ *```.*?^ *```$/gms, '');

/** Returns the inline code of a document. */
const readInlineCode = (file: string) =>
  [...withoutBlocks(readText(file)).matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code);

/** Returns the anchors of a document's headings, as GitHub creates them. */
const readAnchors = (file: string) =>
  [...withoutBlocks(readText(file)).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}_ -]/gu, '')
      .replaceAll(' ', '-'),
  );

/** Finds what is wrong in each document; `find` returns the offending texts. */
const findIn = (find: (file: string) => string[]) =>
  documents.flatMap((file) => find(file).map((text) => `${file}: ${text}`));

describe('a document', () => {
  it('links to files and headings that exist', () => {
    const links = findIn((file) => {
      const targets = [...withoutBlocks(readText(file)).matchAll(/(?:\]\(|src=")([^)"\s]+)/g)];
      return targets.flatMap(([, target = '']) => (hasTarget(file, target) ? [] : [target]));
    });
    expect(links).toEqual([]);
  });

  it('names files and folders that exist', () => {
    expect(
      findIn((file) =>
        // A changelog names what was renamed since.
        (file === 'CHANGELOG.md' ? [] : readInlineCode(file)).filter(
          (code) => isProjectPath(code) && !exists(code),
        ),
      ),
    ).toEqual([]);
  });

  it('names settings and other variables that exist', () => {
    expect(
      findIn((file) =>
        readInlineCode(file)
          .flatMap((code) => /^([A-Z][A-Z\d]*(?:_[A-Z\d]+)+)(?:=.*)?$/.exec(code)?.[1] ?? [])
          // Placeholders have "YOUR" in their name.
          .filter((name) => !/YOUR/.test(name))
          .filter((name) => !sourceText.includes(name)),
      ),
    ).toEqual([]);
  });

  it('runs npm scripts that exist', () => {
    const scripts = Object.keys(packageFile.scripts);
    expect(
      findIn((file) =>
        [...readText(file).matchAll(/\bnpm run (?:-s )?([\w:-]+)(.*)/g)]
          .filter(([, name = '', rest]) => !scripts.includes(name) && !rest?.includes('--prefix'))
          .map(([, name]) => `npm run ${name}`),
      ),
    ).toEqual([]);
  });

  it('quotes log messages that exist', () => {
    const [, table = ''] =
      /^\| message .*?\n((?:\|.*\n)+)/m.exec(readText('docs/operate.md')) ?? [];
    const messages = [...table.matchAll(/^\| `([^`]+)`/gm)].map(([, message = '']) => message);
    expect(messages.length).toBeGreaterThan(10);
    // Up to a placeholder, such as "Rate limit exceeded: rejecting ${what}".
    const literals = [...serverText.matchAll(/['`]([A-Z][^'`$\n]{14,})/g)].map(
      ([, text = '']) => text,
    );
    const isLogged = (message: string) =>
      literals.some((text) => text.startsWith(message) || message.startsWith(text));
    expect(messages.filter((message) => !isLogged(message))).toEqual([]);
  });
});

function hasTarget(file: string, target: string) {
  if (/^[a-z]+:/.test(target)) return true;
  const [name = '', anchor] = target.split('#');
  const linked = name ? path.join(path.dirname(file), name) : file;
  if (!existsSync(linked)) return false;
  return anchor === undefined || readAnchors(linked).includes(anchor);
}

/** Built files, a placeholder such as `x.test.ts`, and packages. */
const isOther = (code: string) =>
  /^(dist|data|node_modules)(\/|$)|^x\./.test(code) || code in packageFile.dependencies;

const isProjectPath = (code: string) =>
  !isOther(code) &&
  (/^[\w.@-]+(\/[\w.@*-]+)*\.(ts|tsx|js|css|md|yml|conf|service|timer|vcl)$/.test(code) ||
    /^(src|tests|docs|deploy|tools|bench|bin)(\/[\w.@*-]+)*\/?$/.test(code));

/** Also accepts the end of a path: neighbours are named without their folder. */
const exists = (name: string) =>
  existsSync(name) ||
  globSync(name).length > 0 ||
  projectFiles.some((file) => file.endsWith(`/${name}`));
