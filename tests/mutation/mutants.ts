import ts from 'typescript';

export interface Mutant {
  file: string;
  line: number;
  /** Text of the line. */
  code: string;
  start: number;
  end: number;
  before: string;
  after: string;
}

const operators: Record<string, string> = {
  '===': '!==',
  '!==': '===',
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '&&': '||',
  '||': '&&',
  '??': '&&',
  '+': '-',
  '-': '+',
  '*': '/',
  '/': '*',
};

/** Lists the mutants of a source file: each changes one place. */
export function findMutants(file: string, text: string): Mutant[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const lines = text.split('\n');
  const mutants: Mutant[] = [];
  visit(source);
  return mutants;

  function add(node: ts.Node, after: string) {
    const [start, end] = [node.getStart(), node.getEnd()];
    const { line } = source.getLineAndCharacterOfPosition(start);
    const [before, code = ''] = [text.slice(start, end), lines[line]];
    if (after !== before) mutants.push({ file, line: line + 1, code, start, end, before, after });
  }

  function visit(node: ts.Node) {
    if (isSkipped(node)) return;
    mutate(node);
    ts.forEachChild(node, visit);
  }

  function mutate(node: ts.Node) {
    if (ts.isIfStatement(node)) add(node.expression, `!(${node.expression.getText()})`);
    else if (ts.isConditionalExpression(node))
      add(node.condition, `!(${node.condition.getText()})`);
    else if (ts.isBinaryExpression(node)) {
      const after = operators[node.operatorToken.getText()];
      if (after) add(node.operatorToken, after);
    } else if (ts.isExpressionStatement(node)) add(node, ';');
    else if (ts.isReturnStatement(node) && node.expression) add(node.expression, 'undefined');
    else if (ts.isArrowFunction(node) && !ts.isBlock(node.body)) add(node.body, 'undefined');
    else if (node.kind === ts.SyntaxKind.TrueKeyword) add(node, 'false');
    else if (node.kind === ts.SyntaxKind.FalseKeyword) add(node, 'true');
    else if (ts.isNumericLiteral(node)) add(node, mutateNumber(node));
    else if (ts.isStringLiteral(node) && node.text) add(node, "''");
    else if (ts.isTemplateLiteral(node)) add(node, '``');
  }
}

// Nobody notices one more of many.
const mutateNumber = ({ text }: ts.NumericLiteral) => (Number(text) < 10 ? `(${text} + 1)` : '0');

const isSkipped = (node: ts.Node) =>
  ts.isTypeNode(node) ||
  ts.isInterfaceDeclaration(node) ||
  ts.isImportDeclaration(node) ||
  ts.isExportDeclaration(node) ||
  (ts.isNumericLiteral(node) && ts.isPropertyAssignment(node.parent) && node.parent.name === node);

export const applyMutant = (text: string, { start, end, after }: Mutant): string =>
  text.slice(0, start) + after + text.slice(end);

export const canParse = (text: string): boolean =>
  !ts.transpileModule(text, { reportDiagnostics: true }).diagnostics?.length;
