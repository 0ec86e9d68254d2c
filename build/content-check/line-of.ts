import ts from 'typescript';

/** The line, from 1, on which what `path` names stands in a source; that of the nearest part around it. */
export function lineOf(source: string, path: string[]): number {
  const file = ts.createSourceFile('content.ts', source, ts.ScriptTarget.Latest, true);
  let [found, value] = exported(file, path[0] ?? '');
  for (const step of path.slice(1)) {
    const inner = value && partOf(bare(value), step);
    if (!inner) break;
    [found, value] = inner;
  }
  return file.getLineAndCharacterOfPosition(found.getStart(file)).line + 1;
}

type Part = [position: ts.Node, value: ts.Expression | undefined];

function exported(file: ts.SourceFile, name: string): Part {
  for (const statement of file.statements.filter(ts.isVariableStatement)) {
    for (const declaration of statement.declarationList.declarations) {
      if (declaration.name.getText(file) === name) return [declaration, declaration.initializer];
    }
  }
  return [file, undefined];
}

/** The object or list behind `satisfies`, brackets and the arrow of a function of the firm. */
function bare(value: ts.Expression): ts.Expression {
  if (ts.isSatisfiesExpression(value) || ts.isAsExpression(value)) return bare(value.expression);
  if (ts.isParenthesizedExpression(value)) return bare(value.expression);
  if (ts.isArrowFunction(value) && ts.isExpression(value.body)) return bare(value.body);
  return value;
}

function partOf(value: ts.Expression, step: string): Part | undefined {
  if (ts.isArrayLiteralExpression(value)) {
    const element = value.elements[Number(step)];
    return element && [element, element];
  }
  if (!ts.isObjectLiteralExpression(value)) return undefined;
  const property = value.properties.find((member) => member.name?.getText() === step);
  if (!property) return undefined;
  return [property, ts.isPropertyAssignment(property) ? property.initializer : undefined];
}
