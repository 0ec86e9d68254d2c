import { type ExpressionBuilder, sql, type SqlBool } from 'kysely';
import type { Due } from './deadlines.ts';
import type { Tables } from './tables.ts';

/** As the index has it: SQLite would not use it for a parameter. */
export const isQualified = sql<SqlBool>`qualified = 1`;

/** Whether an inquiry waits for this: what `dueAt` says, for the database. */
export const waitingFor =
  (what: Due['what']) =>
  ({ eb }: ExpressionBuilder<Tables, 'inquiries'>) =>
    what === 'review' ? eb('status', '=', 'new') : eb('status', '=', 'reviewed').and(isQualified);
