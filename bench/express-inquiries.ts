import { randomUUID } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';
import express from 'express';
import * as z from 'zod';
import { companySizes, fields, personas, timelines } from '../src/inquiry/inquiry.ts';

/**
 * Baseline for storing inquiries: Express, zod and SQLite with the same durability. Prints its origin.
 * Usage: `node bench/express-inquiries.ts FILE`.
 */
const [file = ''] = process.argv.slice(2);

const database = new DatabaseSync(file);
database.exec(`
  pragma journal_mode = wal;
  pragma synchronous = full;
  create table inquiries (
    id text primary key, received_at text not null,
    first_name text not null, last_name text not null, email text not null, company text not null,
    role text not null, persona text not null, company_size text not null, industry text not null,
    funding_stage text, investment_amount text, timeline text not null, message text not null
  )`);
const insert = database.prepare(
  'insert into inquiries values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
);

const textField = ({ maxLength }: { maxLength: number }) => z.string().trim().min(1).max(maxLength);
const choiceField = (choices: object) => z.enum(Object.keys(choices) as [string]);
const inquirySchema = z.object({
  firstName: textField(fields.firstName),
  lastName: textField(fields.lastName),
  email: z.email().max(fields.email.maxLength),
  company: textField(fields.company),
  role: textField(fields.role),
  persona: choiceField(personas),
  companySize: choiceField(companySizes),
  industry: textField(fields.industry),
  fundingStage: textField(fields.fundingStage).optional(),
  investmentAmount: textField(fields.investmentAmount).optional(),
  timeline: choiceField(timelines),
  message: textField(fields.message).min(10),
});

const app = express();
app.use(express.json({ limit: '64kb' }));
app.post('/api/contact-form', (request, response) => {
  const parsed = inquirySchema.safeParse(request.body);
  if (!parsed.success) return void response.status(422).json({ error: parsed.error.issues });
  const { data } = parsed;
  const id = randomUUID();
  const receivedAt = new Date().toISOString();
  insert.run(
    ...[id, receivedAt, data.firstName, data.lastName, data.email, data.company, data.role],
    ...[data.persona, data.companySize, data.industry, data.fundingStage ?? null],
    ...[data.investmentAmount ?? null, data.timeline, data.message],
  );
  response.status(201).json({ id, receivedAt });
});
const server = app.listen(0, '127.0.0.1', () => {
  console.log(`http://127.0.0.1:${(server.address() as { port: number }).port}`);
});
