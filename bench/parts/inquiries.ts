import path from 'node:path';
import { startPostgres } from '../../test/postgres-server.ts';
import { sampleInquiry } from '../../test/sample-inquiry.ts';
import { startServer } from '../../test/start-server.ts';
import type { PartResult } from '../figure.ts';
import { inTurns, medianRatio } from '../in-turns.ts';
import { load } from '../load.ts';
import { median } from '../median.ts';
import { startModule, withFolder } from '../programs.ts';

const connections = 64;
const seconds = 3;
const goal = { of: 'ratio', atLeast: 1.5 } as const;

/** How many inquiries a second are on disk and answered, beside Express with zod and SQLite. */
export const measureInquiries = (rounds: number): Promise<PartResult> =>
  withFolder(async (folder) => {
    const express = await startModule('express-inquiries.ts', path.join(folder, 'express.sqlite'));
    const onSqlite = startServer({ DATA_DIR: folder });
    const database = await startPostgres();
    const onPostgres = startServer({ DATABASE_URL: database.urlOf('postgres') });
    try {
      const [sqlite, postgres] = await Promise.all([onSqlite.url, onPostgres.url]);
      const figures = await inTurns(rounds, {
        express: () => store(express.origin),
        sqlite: () => store(sqlite),
        keyed: () => store(sqlite, { 'idempotency-key': 'key-#' }),
        postgres: () => store(postgres),
      });
      const figureOf = (name: keyof typeof figures) => ({
        value: median(figures[name]),
        unit: '/s',
        ratio: medianRatio(figures[name], figures.express),
      });
      return {
        figures: [
          { what: 'Inquiries stored in SQLite', ...figureOf('sqlite'), goal },
          { what: 'with an Idempotency-Key, as the form sends it', ...figureOf('keyed') },
          { what: 'Inquiries stored in PostgreSQL', ...figureOf('postgres') },
          { what: 'Express 5, zod and node:sqlite', value: median(figures.express), unit: '/s' },
        ],
      };
    } finally {
      for (const server of [onSqlite, onPostgres]) server.kill('SIGTERM');
      await Promise.all([express.stop(), onSqlite.exited, onPostgres.exited]);
      await database.remove();
    }
  });

async function store(origin: string, headers: Record<string, string> = {}) {
  const { perSecond, statuses } = await load({
    url: `${origin}/api/contact-form`,
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    bodies: [JSON.stringify(sampleInquiry)],
    connections,
    seconds,
  });
  const refused = Object.keys(statuses).filter((status) => status !== '201');
  if (refused.length) throw new Error(`${origin} answered ${JSON.stringify(statuses)}`);
  return perSecond;
}
