import { randomUUID } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';
import express from 'express';
import { fieldNames, parseInquiry } from '../src/inquiry/inquiry.ts';

/**
 * Baseline for storing inquiries: Express, zod and SQLite with the same durability. Prints its origin.
 * Usage: `node bench/express-inquiries.ts FILE`.
 */
const [file = ''] = process.argv.slice(2);
const database = new DatabaseSync(file);
database.exec('pragma journal_mode = wal; pragma synchronous = full');
database.exec(`create table inquiries (id text primary key, receivedAt, ${fieldNames.join()})`);
const insert = database.prepare(
  `insert into inquiries values (?, ?, ${fieldNames.map(() => '?').join()})`,
);

const app = express();
app.use(express.json({ limit: '64kb' }));
app.post('/api/contact-form', (request, response) => {
  const parsed = parseInquiry(request.body);
  if (!parsed.ok) return void response.status(422).json(parsed);
  const values: Record<string, string> = { ...parsed.inquiry };
  const id = randomUUID();
  const receivedAt = new Date().toISOString();
  insert.run(id, receivedAt, ...fieldNames.map((name) => values[name] ?? null));
  response.status(201).json({ id, receivedAt });
});
const server = app.listen(0, '127.0.0.1', () => {
  console.log(`http://127.0.0.1:${(server.address() as { port: number }).port}`);
});
