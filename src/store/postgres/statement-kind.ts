import { isSelect } from '../is-select.ts';

/** Kind of a statement, which determines what a lost connection leaves behind. */
export type StatementKind = 'begin' | 'commit' | 'rollback' | 'read' | 'write';

/** `alone`: only outside a transaction. */
type When = 'always' | 'alone' | 'inTransaction' | 'never';

interface StatementRules {
  /** Where the statement ends with a commit. A warning of the server is then about its outcome. */
  commits: When;
  /** Where nothing is committed if the connection is lost during the statement. */
  mayRepeat: When;
}

const rules: Record<StatementKind, StatementRules> = {
  begin: { commits: 'never', mayRepeat: 'always' },
  read: { commits: 'alone', mayRepeat: 'always' },
  write: { commits: 'alone', mayRepeat: 'inTransaction' },
  commit: { commits: 'always', mayRepeat: 'never' },
  // Kysely also rolls back after a failed commit. The server then warns that there is no
  // transaction.
  rollback: { commits: 'never', mayRepeat: 'inTransaction' },
};

/**
 * Returns the kind of a statement. Kysely writes `begin`, `commit` and `rollback` exactly like
 * this.
 */
export function getStatementKind(sql: string): StatementKind {
  if (sql === 'begin' || sql === 'commit' || sql === 'rollback') return sql;
  return isSelect(sql) ? 'read' : 'write';
}

/** Tells if a statement ends with a commit. */
export const endsWithCommit = (kind: StatementKind, isInTransaction: boolean): boolean =>
  applies(rules[kind].commits, isInTransaction);

/** Tells if a statement may be executed again after its connection was lost. */
export const mayRepeat = (kind: StatementKind, isInTransaction: boolean): boolean =>
  applies(rules[kind].mayRepeat, isInTransaction);

function applies(when: When, isInTransaction: boolean): boolean {
  if (when === 'always') return true;
  return when === (isInTransaction ? 'inTransaction' : 'alone');
}
