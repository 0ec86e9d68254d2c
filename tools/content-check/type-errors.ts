import path from 'node:path';
import ts from 'typescript';

/**
 * Type-checks the project in `root`. Each error is 'file:line: message'. If a page uses a property
 * that the content lacks, the location is that of the content.
 */
export function findTypeErrors(root: string): string[] {
  const config = ts.readConfigFile(path.join(root, 'tsconfig.json'), ts.sys.readFile);
  const { fileNames, options } = ts.parseJsonConfigFileContent(config.config, ts.sys, root);
  const program = ts.createProgram(fileNames, options);
  const checker = program.getTypeChecker();
  const content = path.join(root, 'src/content/');

  return ts.getPreEmitDiagnostics(program).map(({ file, start = 0, code, messageText }) => {
    const message = ts.flattenDiagnosticMessageText(messageText, ' ');
    if (!file) return `TS${code}: ${message}`;
    const [, name] = /^Property '(\w+)' does not exist/.exec(message) ?? [];
    const owner = name && findContentDeclaration(file, start);
    return owner
      ? `${formatLocation(owner)}: ${name} is missing, but ${formatLocation(file, start)} uses it. Add it.`
      : `${formatLocation(file, start)}: ${message} (TS${code})`;
  });

  /** Finds the content object whose property is accessed at `start`. */
  function findContentDeclaration(file: ts.SourceFile, start: number) {
    const { parent } = findNode(file, start);
    const accessed = ts.isPropertyAccessExpression(parent)
      ? parent.expression
      : ts.isBindingElement(parent)
        ? parent.parent
        : undefined;
    const symbol = accessed && checker.getTypeAtLocation(accessed).getSymbol();
    return symbol?.declarations?.find((declaration) =>
      declaration.getSourceFile().fileName.startsWith(content),
    );
  }

  function formatLocation(node: ts.Node, position = node.getStart()) {
    const file = node.getSourceFile();
    const { line } = file.getLineAndCharacterOfPosition(position);
    return `${path.relative(root, file.fileName)}:${line + 1}`;
  }
}

function findNode(node: ts.Node, position: number): ts.Node {
  const inner = ts.forEachChild(node, (child) =>
    child.getStart() <= position && position < child.getEnd() ? child : undefined,
  );
  return inner ? findNode(inner, position) : node;
}
