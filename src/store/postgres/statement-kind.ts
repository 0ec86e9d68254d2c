import { isSelect } from '../is-select.ts';

/** A kind of statement, by what it leaves behind when its connection is lost. */
export type StatementKind = 'begin' | 'commit' | 'rollback' | 'read' | 'write';

/** `alone`: outside a transaction. */
type When = 'always' | 'alone' | 'inTransaction' | 'never';

interface StatementRules {
  /** True if the statement ends with a commit. A warning of the server then concerns its outcome. */
  commits: When;
  /** True if nothing is committed when the connection is lost during the statement. */
  mayRepeat: When;
}

const rules: Record<StatementKind, StatementRules> = {
  begin: { commits: 'never', mayRepeat: 'always' },
  read: { commits: 'alone', mayRepeat: 'always' },
  write: { commits: 'alone', mayRepeat: 'inTransaction' },
  commit: { commits: 'always', mayRepeat: 'never' },
  // Kysely rolls back after a failed commit, too: then the server warns that there is no transaction.
  rollback: { commits: 'never', mayRepeat: 'inTransaction' },
};

/** Returns the kind of a statement of Kysely, which writes `begin`, `commit` and `rollback` so. */
export function getStatementKind(sql: string): StatementKind {
  if (sql === 'begin' || sql === 'commit' || sql === 'rollback') return sql;
  return isSelect(sql) ? 'read' : 'write';
}

/** Tells if a statement ends with a commit. */
export const endsWithCommit = (kind: StatementKind, isInTransaction: boolean): boolean =>
  applies(rules[kind].commits, isInTransaction);

/** Tells if a statement may be executed once more, after its connection was lost. */
export const mayRepeat = (kind: StatementKind, isInTransaction: boolean): boolean =>
  applies(rules[kind].mayRepeat, isInTransaction);

function applies(when: When, isInTransaction: boolean): boolean {
  if (when === 'always') return true;
  return when === (isInTransaction ? 'inTransaction' : 'alone');
}
