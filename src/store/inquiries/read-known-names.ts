import { sql } from 'kysely';
import { uniqueNames } from '../../inquiry/assignee-names.ts';
import type { Database } from '../store.ts';

/** Reads the names that an assignment suggests: those of the team, and the latest assignees. */
export async function readKnownNames(
  { db }: Database,
  teamNames: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ assignee: string }>`
    select assignee from inquiries where assignee is not null
    order by received_at desc limit 200`.execute(db);
  return uniqueNames([...teamNames, ...rows.map(({ assignee }) => assignee)]);
}
