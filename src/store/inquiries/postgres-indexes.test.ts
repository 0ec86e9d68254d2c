import { sql } from 'kysely';
import { Client } from 'pg';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { storeInquiry } from '../../../tests/fixtures/store-inquiry.ts';
import { bareDatabase } from '../../../tests/fixtures/temporary-database.ts';
import { openStore } from '../open-store.ts';
import type { Store } from '../store.ts';
import { findByEmail, findInquiry } from './find-inquiry.ts';
import { listDue, listInquiries, streamWithHistory } from './list-inquiries.ts';

const rowCount = 20_000;
let store: Store;

beforeAll(async () => {
  store = await openStore(await bareDatabase());
  await sql`
    insert into inquiries (id, received_at, status, qualified, first_name, last_name, email, company,
      role, persona, company_size, industry, timeline, message, search_email)
    select gen_random_uuid(), to_char(timestamp '2026-01-01' + n * interval '1 minute',
      'YYYY-MM-DD"T"HH24:MI:SS".000Z"'), case when n % 10 = 0 then 'reviewed' else 'declined' end,
      case when n % 100 = 0 then 1 end, 'Ada', 'Lovelace', 'ada@one.example', 'Engines', 'Founder',
      'other', '1-10', 'Computing', 'immediate', 'Ten characters.',
      md5('email' || n) || '@' || md5('domain' || n)
    from generate_series(1, ${sql.lit(rowCount)}) as n`.execute(store.db);
  await sql`vacuum analyze inquiries`.execute(store.db);
  return () => store.close();
});

/** Explains the queries that `task` runs: a line per step. */
async function explainPlans(task: () => Promise<unknown>) {
  const query = vi.spyOn(Client.prototype, 'query');
  await task();
  const calls = query.mock.calls as unknown as [string, unknown[]][];
  query.mockRestore();

  const plans: string[] = [];
  for (const [text, values] of calls.filter(([text]) => /^\s*(select|insert)/.test(text))) {
    const [first = '', ...rest] = text.split(/\$\d+/);
    const explain = rest.reduce(
      (statement, part, index) => sql`${statement}${sql.lit(values[index])}${sql.raw(part)}`,
      sql`explain (costs off) ${sql.raw(first)}`,
    );
    const { rows } = await explain.execute(store.db);
    plans.push(...rows.map((row) => String(Object.values(row as object)[0])));
  }
  return plans.join('\n');
}

describe('the indexes', () => {
  it('serve lists without scanning or sorting', async () => {
    const newest = await explainPlans(() => listInquiries(store, { limit: 9 }));
    expect(newest).toContain('Index Scan Backward using inquiries_by_arrival');
    const reviewed = await explainPlans(() =>
      listInquiries(store, { status: 'reviewed', limit: 9 }),
    );
    expect(reviewed).toContain('Index Scan Backward using inquiries_by_status');
    const due = await explainPlans(() => listDue(store, { limit: 9 }));
    expect(due).toContain('Index Scan using qualified_inquiries_by_status');
    const page = await explainPlans(() => streamWithHistory(store, '2026-01-14').next());
    expect(page).toContain('Index Scan using inquiries_by_arrival');
    expect(`${newest}${reviewed}${due}`).not.toMatch(/Seq Scan|Sort/);
  });

  it('find all inquiries from an address, without sorting', async () => {
    const plans = await explainPlans(() => findByEmail(store, 'ada@one.example'));
    expect(plans).toMatch(/Index Scan Backward using inquiries_by_email/);
    expect(plans).not.toMatch(/Seq Scan|Sort/);
  });

  it('find equal messages of the last day', async () => {
    const plans = await explainPlans(() => storeInquiry(store));
    expect(plans).toMatch(
      /Index Scan using inquiries_by_message.*\n +Index Cond: .*message_key.*received_at/,
    );
  });

  it('find an inquiry by an id prefix', async () => {
    const plans = await explainPlans(() => findInquiry(store, '01a1'));
    expect(plans).toMatch(/Index Scan using inquiries_pkey.*\n +Index Cond: \(\(id >= .*\(id <= /);
  });
});
