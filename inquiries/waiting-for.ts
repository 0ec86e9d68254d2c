import { type ExpressionBuilder, sql } from 'kysely';
import type { Due } from './deadlines.ts';
import type { Tables } from './tables.ts';

/** Whether an inquiry waits for this: what `dueAt` says, for the database. */
export const waitingFor =
  (what: Due['what']) =>
  ({ eb }: ExpressionBuilder<Tables, 'inquiries'>) =>
    what === 'review'
      ? eb('status', '=', 'new')
      : // As the index has it: SQLite would not use it for a parameter.
        eb('status', '=', 'reviewed').and(sql<boolean>`qualified = 1`);
