import { sql } from 'kysely';
import { toSafeLine } from '../../text/hidden-chars.ts';
import { prepareTables, readApplied } from '../migrations/migrate.ts';
import { allMigrations, type Migration } from '../migrations/schema.ts';
import { openDatabase } from '../sqlite/open-database.ts';
import { connectSqlite } from '../sqlite/sqlite-dialect.ts';
import type { Database } from '../store.ts';
import { createUnusableCopyError, SchemaChanged, StoreTooNew } from '../store-errors.ts';

export interface VerifyOptions {
  /** Path of the copy, for messages. */
  name: string;
  /** True to accept any schema of a newer 2.x, which the store in use has after a rollback. */
  mayBeNewer: boolean;
}

/**
 * Compares the schema of a copy with the one that its migrations create, because a foreign trigger,
 * view or expression would run with the first statement that uses it. Reads only `sqlite_schema`,
 * then the names of the migrations. Throws `StoreUnavailable`.
 */
export async function verifySchema(copy: Database, options: VerifyOptions): Promise<void> {
  const { name, mayBeNewer } = options;
  const found = await readSchema(copy);
  const migrationParts = found.get(migrationsTable);
  if (!migrationParts) throw createForeignError(name);
  // Ignore a column that version 1 added, and that nothing reads any more.
  found.set(migrationsTable, subtract(migrationParts, ['compatible_from text']));
  const first = await createSchema(firstMigration);
  assertSchemaUnchanged(name, findChange(found, first, migrationsTable));

  const applied = await readApplied({ ...copy, kind: 'sqlite', name });
  if (applied.length === 0) throw createForeignError(name);
  const known = allMigrations.filter((migration) => applied.includes(migration.name));
  const knownNames: string[] = known.map((migration) => migration.name);
  const newer = applied.find((one) => one.startsWith('2-') && !knownNames.includes(one));
  if (newer && mayBeNewer) return;
  if (newer) {
    throw new StoreTooNew(`${name} was used by a newer version of this program (${newer})`, {
      fix: 'Restore it with that version, or restore an earlier backup.',
    });
  }
  const expected = await createSchema(known);
  const objects = new Set([...found.keys(), ...expected.keys()]);
  const changes = [...objects].sort().flatMap((object) => findChange(found, expected, object));
  assertSchemaUnchanged(name, changes);
}

const createForeignError = (name: string) =>
  createUnusableCopyError(name, 'it is not a store of this program');

/**
 * Throws unless `events` is the table that 2.0.0 or this version creates; more columns are allowed.
 * A view of this name could run for ever.
 */
export async function assertEventsTable(store: Database): Promise<void> {
  const found = await readSchema(store);
  const first = findChange(found, await createSchema(firstMigration), 'table events');
  const current = findChange(found, await createSchema(allMigrations), 'table events');
  const lacksParts = (changes: SchemaChange[]) => changes.some(({ removed }) => removed.length > 0);
  if (lacksParts(first) && lacksParts(current)) throw new Error(describe(current));
}

/**
 * Definitions of tables, indexes, triggers and views, split into parts. The key is type and name:
 * `table events`.
 */
type Schema = Map<string, string[]>;

const migrationsTable = 'table kysely_migration';

/** The migration that creates the tables of 2.0.0. Later ones add to them, and drop checks. */
const firstMigration = allMigrations.slice(0, 1);

interface SchemaRow {
  type: string;
  name: string;
  tblName: string;
  sql: string | null;
}

/** Tables that `analyze` creates. */
const statistics = [
  'CREATE TABLE sqlite_stat1(tbl,idx,stat)',
  'CREATE TABLE sqlite_stat4(tbl,idx,neq,nlt,ndlt,sample)',
];

async function readSchema({ db }: Database): Promise<Schema> {
  // Cast the values as SQLite does, which also executes a statement that is stored as a blob.
  const query = sql<SchemaRow>`
    select cast(type as text) as type, cast(name as text) as name, cast(tbl_name as text) as tbl_name,
      cast(sql as text) as sql
    from sqlite_schema`;
  const { rows } = await query.execute(db);
  const own = rows.filter((row) => !statistics.includes(row.sql ?? ''));
  return new Map(own.map((row) => [`${row.type} ${row.name}`, splitDefinition(row)]));
}

/** Runs migrations in an empty database in memory. Resolves to its schema. */
async function createSchema(migrations: readonly Migration[]): Promise<Schema> {
  using writer = openDatabase(':memory:', { defensive: false });
  const db = connectSqlite({ writer });
  await prepareTables({ db, kind: 'sqlite', name: 'memory' }, { access: 'migrate', migrations });
  return await readSchema({ db });
}

/**
 * Matches comments, spaces, strings, quoted names, words, and single characters:
 * https://www.sqlite.org/lang.html
 */
const sqlToken =
  /--[^\n]*|\/\*[^]*?(?:\*\/|$)|[ \t\n\f\r]+|'(?:[^']|'')*'|"(?:[^"]|"")*"|[\w$\u0080-\uffff]+|[^]/g;

/**
 * Splits a `create table` statement into its start, its columns and constraints, and its end. Sorts
 * the parts, because `alter table` adds columns last. Returns any other statement as one part.
 */
function splitDefinition({ type, tblName, sql: statement }: SchemaRow): string[] {
  // The index of a constraint has no statement.
  if (statement === null) return [`on ${tblName}`];
  const tokens = splitTokens(statement);
  if (type !== 'table') return [tokens.join(' ')];
  return splitTable(tokens)
    .map((part) => part.join(' '))
    .sort();
}

/** Splits a statement into tokens, without comments and spaces. */
const splitTokens = (statement: string): string[] =>
  (statement.match(sqlToken) ?? [])
    .filter((token) => !/^(--|\/\*|[ \t\n\f\r])/.test(token))
    // Renaming a table adds quotation marks to names. Remove them from names with an underscore,
    // none of which is a keyword.
    .map((token) => token.replace(/^"([a-z]+(?:_[a-z]+)+)"$/, '$1'));

/** Splits the tokens of a table at its parentheses, and at the commas between its columns. */
function splitTable(tokens: string[]): string[][] {
  const parts: string[][] = [[]];
  let depth = 0;
  for (const token of tokens) {
    if (token === ')') depth -= 1;
    if (token === ')' && depth === 0) parts.push([]);
    if (token === ',' && depth === 1) parts.push([]);
    else parts.at(-1)?.push(token);
    if (token === '(' && depth === 0) parts.push([]);
    if (token === '(') depth += 1;
  }
  return parts;
}

/** A difference between a schema and the expected one. */
interface SchemaChange {
  /** Type and name, such as `table events`. */
  object: string;
  kind: 'extra' | 'missing' | 'changed';
  added: string[];
  removed: string[];
}

/** Compares one object with the expected one. Returns one change, or an empty array. */
function findChange(found: Schema, expected: Schema, object: string): SchemaChange[] {
  const parts = found.get(object) ?? [];
  const expectedParts = expected.get(object) ?? [];
  const added = subtract(parts, expectedParts);
  const removed = subtract(expectedParts, parts);
  if (added.length === 0 && removed.length === 0) return [];
  if (!expected.has(object)) return [{ object, kind: 'extra', added, removed }];
  return [{ object, kind: found.has(object) ? 'changed' : 'missing', added, removed }];
}

/** Returns `items` without `others`, each as often as it occurs. */
function subtract(items: string[], others: string[]): string[] {
  const rest = [...others];
  return items.filter((item) => {
    const index = rest.indexOf(item);
    if (index >= 0) rest.splice(index, 1);
    return index < 0;
  });
}

/** Maximum number of changes that a message describes. */
const maxDescribed = 5;
/** Maximum length of a name, or of a part of a definition, in a message. */
const maxQuoted = 120;

function assertSchemaUnchanged(name: string, changes: SchemaChange[]) {
  if (changes.length === 0) return;
  throw new SchemaChanged(
    `${name} cannot be used: it was changed by another program: ${describe(changes)}`,
    {
      fix: 'Restore an earlier backup. If you know and trust the change, undo it in a copy of the file with sqlite3, and restore that.',
    },
  );
}

function describe(changes: SchemaChange[]): string {
  const order = ['extra', 'missing', 'changed'];
  const sorted = changes.toSorted((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind));
  const described = sorted.slice(0, maxDescribed).map(describeSchemaChange).join(', ');
  const more = changes.length - maxDescribed;
  return more > 0 ? `${described} and ${more} more` : described;
}

function describeSchemaChange({ object, kind, added, removed }: SchemaChange): string {
  const [type = '', ...names] = object.split(' ');
  const title = `${kind} ${toSafeLine(type)} ${quote(names.join(' '))}`;
  if (kind !== 'changed') return title;
  const present = added.map((part) => `has ${quote(part)}`);
  const absent = removed.map((part) => `lacks ${quote(part)}`);
  return `${title} (${present.concat(absent).join(', ')})`;
}

/** Quotes text from an untrusted file on one line. */
function quote(text: string): string {
  const line = toSafeLine(text);
  return line.length > maxQuoted ? `"${line.slice(0, maxQuoted)}…"` : `"${line}"`;
}
