import path from 'node:path';
import ts from 'typescript';

const root = path.resolve(import.meta.dirname, '..');

/**
 * What contradicts schema.org's definitions in each of these JSON-LD texts: a type or property that does not exist,
 * one that is not the type's, or a value that is not the property's. The compiler checks the JSON
 * against schema-dts, which is generated from those definitions.
 */
export function schemaOrgProblems(texts: string[]): string[][] {
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
