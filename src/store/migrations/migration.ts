import type { Kysely } from 'kysely';

export type DatabaseKind = 'sqlite' | 'postgres';

/** A schema migration. Frozen once released; imports nothing that may change. */
export interface Migration {
  /** The major version and a number, such as `2-01-events`. Within a version, migrations only add. */
  name: string;
  up(db: Kysely<unknown>, kind: DatabaseKind): Promise<void>;
}
