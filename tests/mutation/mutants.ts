import ts from 'typescript';

/** Replaces the source text between `start` and `end`. */
export interface Mutant {
  file: string;
  line: number;
  start: number;
  end: number;
  before: string;
  after: string;
  /** The innermost step around the change: a statement or the expression of an arrow function. */
  around: ts.Node;
}

/** Operators and words that a programming error confuses. */
const confused = new Map(
  ['&& ??', '&& ||', '=== !==', '< <=', '> >=', '+ -', '* /', 'min max', 'some every', 'on once']
    .concat('find findLast', 'shift pop', 'push unshift', 'startsWith endsWith', 'floor ceil')
    .map((pair) => pair.split(' ') as [string, string])
    .flatMap(([one, other]) => [[one, other] as const, [other, one] as const]),
);

/** Lists the mutants of a source file: each changes one place, as a programming error would. */
export function findMutants(file: string, text: string): Mutant[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const words = [...new Set(text.match(/(?<=[\s([{])'[\w-]+'/g))];
  const nextWord = new Map(words.map((word, index) => [word, words[index + 1] ?? words[0]]));
  // Content is text, except in its functions.
  const isText = file.startsWith('src/content/');
  const mutants: Mutant[] = [];
  ts.forEachChild(source, visit);
  return mutants;

  function visit(node: ts.Node) {
    if (isSkipped(node)) return;
    if (!isText || ts.findAncestor(node, ts.isFunctionLike)) mutateNode(node);
    ts.forEachChild(node, visit);
  }

  function add(node: ts.Node, after: string, end = node.getEnd()) {
    const start = node.getStart();
    const before = text.slice(start, end);
    const line = source.getLineAndCharacterOfPosition(start).line + 1;
    const around = ts.findAncestor(node, isStep) ?? node;
    if (after !== before) mutants.push({ file, line, start, end, before, after, around });
  }

  function replace(node: ts.Node, ...replacements: (string | undefined)[]) {
    for (const after of replacements) if (after !== undefined) add(node, after);
  }

  /** Removes an item of a list. */
  function remove(item: ts.Node) {
    const [comma] = /^\s*,|/.exec(text.slice(item.getEnd())) ?? [''];
    add(item, '', item.getEnd() + comma.length);
  }

  function mutateNode(node: ts.Node) {
    const code = node.getText();
    if (ts.isIfStatement(node)) replace(node.expression, 'true', 'false');
    else if (ts.isConditionalExpression(node)) replace(node.condition, 'true', 'false');
    else if (ts.isExpressionStatement(node)) replace(node, ';');
    else if (ts.isBinaryExpression(node)) mutateBinary(node);
    else if (ts.isCallExpression(node)) mutateCall(node);
    else if (ts.isAwaitExpression(node) && !ts.isExpressionStatement(node.parent))
      // The linter notices promises that nobody uses.
      replace(node, node.expression.getText());
    else if (ts.isPrefixUnaryExpression(node)) replace(node, node.operand.getText());
    else if (ts.isArrayLiteralExpression(node)) node.elements.forEach(remove);
    else if (ts.isObjectLiteralExpression(node)) node.properties.forEach(remove);
    else if (ts.isJsxAttribute(node)) remove(node);
    else if (ts.isTemplateSpan(node)) replace(node.expression, "''");
    else if (node.kind === ts.SyntaxKind.TrueKeyword) replace(node, 'false');
    else if (node.kind === ts.SyntaxKind.FalseKeyword) replace(node, 'true');
    else if (ts.isStringLiteral(node)) replace(node, nextWord.get(code));
    else if (ts.isNumericLiteral(node))
      replace(node, Number(node.text) < 10 ? `(${code} + 1)` : `(${code} * 10)`);
    else if (ts.isElementAccessExpression(node) && code.endsWith('[0]'))
      replace(node, `${node.expression.getText()}.at(-1)`);
    else if (ts.isRegularExpressionLiteral(node))
      replace(node, code.replace('/^', '/'), code.replace(/\$(?=\/\w*$)/, ''));
  }

  function mutateBinary(node: ts.BinaryExpression) {
    const operator = node.operatorToken.getText();
    replace(node.operatorToken, confused.get(operator));
    if (!['&&', '||', '??'].includes(operator)) return;
    replace(node, node.left.getText(), node.right.getText());
  }

  function mutateCall(node: ts.CallExpression) {
    const { expression: callee, arguments: args } = node;
    const [first, second] = args;
    args.slice(-1).forEach(remove);
    if (first && second) add(first, `${second.getText()}, ${first.getText()}`, second.getEnd());
    if (!ts.isPropertyAccessExpression(callee)) return;
    replace(callee.name, confused.get(callee.name.text));
    if (first && callee.name.text === 'at') replace(first, '0');
    // Such as a query without one condition.
    if (!ts.isExpressionStatement(node.parent)) replace(node, callee.expression.getText());
  }
}

const isSkipped = (node: ts.Node) =>
  ts.isTypeNode(node) ||
  ts.isInterfaceDeclaration(node) ||
  ts.isImportDeclaration(node) ||
  ts.isExportDeclaration(node) ||
  // Style, as the style sheets are.
  (ts.isJsxAttribute(node) && node.name.getText() === 'className') ||
  (ts.isPropertyAssignment(node.parent) && node.parent.name === node);

const isStep = (node: ts.Node) =>
  ts.isArrowFunction(node.parent)
    ? node.parent.body === node && !ts.isBlock(node)
    : ts.isBlock(node.parent) ||
      ts.isSourceFile(node.parent) ||
      (ts.isCaseOrDefaultClause(node.parent) && ts.isStatement(node));

/** Applies a mutant to the text of its file. */
export const mutate = (text: string, { start, end, after }: Mutant): string =>
  text.slice(0, start) + after + text.slice(end);

/** Adds `probe(mutant)`, an expression, before the step around each mutant. */
export function addProbes(text: string, mutants: Mutant[], probe: (mutant: Mutant) => string) {
  const insertions = mutants.flatMap((mutant) => {
    const { around } = mutant;
    const [start, end] = [around.getStart(), around.getEnd()];
    if (!ts.isArrowFunction(around.parent)) return [{ at: start, code: `${probe(mutant)};` }];
    return [{ at: start, code: `(${probe(mutant)}, ` }].concat({ at: end, code: ')' });
  });
  return insertions
    .sort((one, other) => other.at - one.at)
    .reduce((probed, { at, code }) => probed.slice(0, at) + code + probed.slice(at), text);
}
