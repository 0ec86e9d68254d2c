import { type Kysely, sql } from 'kysely';

/**
 * Columns whose choices, lengths and statuses are checked in code, such as `src/inquiry`. A check
 * in the database would refuse values that a firm adds there.
 */
const columnsOfCode: Record<string, readonly string[]> = {
  inquiries: [
    'status',
    'first_name',
    'last_name',
    'email',
    'company',
    'role',
    'persona',
    'company_size',
    'industry',
    'funding_stage',
    'investment_amount',
    'timeline',
    'message',
    'assignee',
    'suspected_spam',
  ],
  events: ['kind', 'status', 'assignee', 'changed_by', 'note', 'about'],
  used_links: ['action'],
};

/**
 * Drops the checks of `columnsOfCode`. Keeps rows, indexes, references, and columns that others
 * added.
 */
export async function dropContentChecks(db: Kysely<unknown>, kind: 'sqlite' | 'postgres') {
  for (const [table, columns] of Object.entries(columnsOfCode)) {
    if (kind === 'sqlite') await dropOnSqlite(db, table, columns);
    else await dropOnPostgres(db, table, columns);
  }
}

async function dropOnPostgres(db: Kysely<unknown>, table: string, columns: readonly string[]) {
  const { rows } = await sql<{ conname: string }>`
    select conname from pg_constraint
    where contype = 'c' and conrelid = ${table}::regclass and conkey <@ array(
      select attnum from pg_attribute
      where attrelid = ${table}::regclass and attname = any(${columns})
    )`.execute(db);
  for (const { conname } of rows) {
    const name = sql.id(conname);
    await sql`alter table ${sql.table(table)} drop constraint ${name}`.execute(db);
  }
}

/**
 * Edits the `create table` statement, as SQLite documents for checks: rows do not depend on them.
 * Copying a million inquiries into a new table would take minutes and twice their space.
 * https://www.sqlite.org/lang_altertable.html#otheralter
 */
async function dropOnSqlite(db: Kysely<unknown>, table: string, columns: readonly string[]) {
  const { rows } = await sql<{ sql: string }>`
    select sql from sqlite_schema where type = 'table' and name = ${table}`.execute(db);
  const statement = removeChecks(rows[0]?.sql ?? '', columns);
  const { rows: versions } = await sql<{ schema_version: number }>`pragma schema_version`.execute(
    db,
  );
  const version = (versions[0]?.schema_version ?? 0) + 1;
  await sql`pragma writable_schema = on`.execute(db);
  await sql`
    update sqlite_schema set sql = ${statement}
    where type = 'table' and name = ${table}`.execute(db);
  // Make other processes read the schema again.
  await sql`pragma schema_version = ${sql.lit(version)}`.execute(db);
  // Read the schema again in this process, which refuses an invalid one.
  await sql`pragma writable_schema = reset`.execute(db);
}

/**
 * Matches comments, strings, quoted names, words, and single characters:
 * https://www.sqlite.org/lang.html
 */
const sqlToken = /--[^\n]*|\/\*[^]*?\*\/|'(?:[^']|'')*'|"(?:[^"]|"")*"|[\w$\u0080-\uffff]+|[^]/g;

/**
 * Removes from a `create table` statement the checks of these columns, and those of the whole
 * table.
 */
export function removeChecks(statement: string, columns: readonly string[]): string {
  let kept = '';
  let depth = 0;
  /** First word of the column or constraint to which the token belongs. */
  let first = '';
  /** Depth outside of the check that is being removed. */
  let checkDepth: number | undefined;
  for (const token of statement.match(sqlToken) ?? []) {
    const word = token.replaceAll('"', '').toLowerCase();
    if (depth === 1 && token === ',') first = '';
    else if (depth === 1 && first === '' && /^\w/.test(word)) first = word;
    const isCheck =
      depth === 1 && word === 'check' && (first === 'check' || columns.includes(first));
    if (isCheck) {
      checkDepth = depth;
      // Also remove the comma before a constraint of the table.
      kept = first === 'check' ? kept.replace(/,\s*$/, '') : kept.trimEnd();
    }
    if (token === '(') depth += 1;
    if (checkDepth === undefined) kept += token;
    if (token !== ')') continue;
    depth -= 1;
    if (depth === checkDepth) checkDepth = undefined;
  }
  return kept;
}
