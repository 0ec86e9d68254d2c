import type { TestProject } from 'vitest/node';
import { openStore } from '../src/store/store.ts';
import { startPostgres } from './postgres-server.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The server that this run's stores are on: a database of it, and one to copy for a store. */
    postgres: { url: string; template: string };
  }
}

const template = 'inquiries_template';

// Nothing here has to survive a power cut.
const forSpeed = { fsync: 'off', full_page_writes: 'off', autovacuum: 'off' };

/** Starts PostgreSQL for a whole run and gives back what stops it. */
export default async function setUp(project: TestProject) {
  const server = await startPostgres({ ...forSpeed, max_connections: '300' });
  await server.execute(`create database ${template}`);
  const store = await openStore({ databaseUrl: server.urlOf(template) });
  // Each store makes a secret of its own.
  await store.db.deleteFrom('secrets').execute();
  await store.close();
  await server.execute('create table idle_databases (name text, shape text)');
  project.provide('postgres', { url: server.urlOf('postgres'), template });
  return () => server.remove();
}
