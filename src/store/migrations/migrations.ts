import { migration as refusedAddresses } from './0014-refused-addresses.ts';
import type { Migration } from './migration.ts';
import { schema } from './schema.ts';

/** The schema and all migrations after it, in order. */
export const migrations: readonly Migration[] = [schema, refusedAddresses];
