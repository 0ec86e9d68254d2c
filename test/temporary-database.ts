import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { inject, onTestFinished } from 'vitest';
import type {} from './postgres-setup.ts';

interface Database {
  name: string;
  /** Its tables and migrations when it was new. */
  shape: string;
}

/** An empty store's database for this test alone. */
export async function temporaryDatabase() {
  // To create one takes several times as long as to empty one.
  const database = (await takeIdle()) ?? (await copyTemplate());
  onTestFinished(async () => {
    if ((await emptyTables(database.name)) === database.shape) await giveBack(database);
  });
  return { databaseUrl: urlOf(database.name) };
}

/** A database without anything in it for this test alone. */
export const bareDatabase = async () => ({
  databaseUrl: urlOf(await createDatabase('template0')),
});

async function takeIdle(): Promise<Database | undefined> {
  const { rows } = await queryServer(`
    delete from idle_databases
    where name = (select name from idle_databases limit 1 for update skip locked)
    returning name, shape`);
  return rows[0] as Database | undefined;
}

const giveBack = ({ name, shape }: Database) =>
  queryServer('insert into idle_databases values ($1, $2)', [name, shape]);

async function copyTemplate(): Promise<Database> {
  const name = await createDatabase(inject('postgres').template);
  return { name, shape: await emptyTables(name) };
}

async function createDatabase(template: string) {
  const name = `test_${randomBytes(8).toString('hex')}`;
  await queryServer(`create database ${name} template ${template}`);
  return name;
}

/** Leaves the tables as a new store has them, and tells which tables and migrations there are. */
async function emptyTables(name: string) {
  const client = await connect(urlOf(name));
  try {
    const { rows: tables } = await client.query<{ name: string }>(
      "select tablename as name from pg_tables where schemaname = 'public' order by 1",
    );
    const { rows: migrations } = await client.query('select name from kysely_migration order by 1');
    const names = tables.map(({ name }) => name).filter((name) => !name.startsWith('kysely'));
    // Of few rows, this is far faster than `truncate`.
    await client.query(names.map((name) => `delete from ${name}`).join('; '));
    return JSON.stringify([tables, migrations]);
  } finally {
    await client.end();
  }
}

const urlOf = (name: string) => inject('postgres').url.replace(/[^/]+$/, name);

let connection: Promise<Client> | undefined;

async function queryServer(statement: string, values: string[] = []) {
  const server = await (connection ??= connect(inject('postgres').url));
  return server.query(statement, values);
}

async function connect(connectionString: string) {
  const client = new Client({ connectionString });
  await client.connect();
  return client;
}
