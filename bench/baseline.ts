import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { DatabaseSync } from 'node:sqlite';
import { brotliCompressSync } from 'node:zlib';
import express from 'express';
import { parseInquiry } from '../src/inquiry/inquiry.ts';

/**
 * Runs the server that ours is compared with, and sends its port to the parent process: bare Node
 * with a copy of the page at URL, and Express, zod and SQLite that store inquiries with the same
 * durability. Usage: `node bench/baseline.ts URL FILE`.
 */
const [url = '', file = ''] = process.argv.slice(2);
const source = await fetch(url, { headers: { 'accept-encoding': 'br' } });
const body = brotliCompressSync(await source.text());
const headers = { ...Object.fromEntries(source.headers), 'content-length': body.length };

const database = new DatabaseSync(file);
database.exec('pragma journal_mode = wal; pragma synchronous = full');
database.exec('create table inquiries (id primary key, received_at, inquiry)');
const insert = database.prepare('insert into inquiries values (?, ?, ?)');
const app = express();
app.use(express.json({ limit: '64kb' }));
app.post('/api/contact-form', (request, response) => {
  const parsed = parseInquiry(request.body);
  if (!parsed.ok) return void response.status(422).json(parsed);
  const id = randomUUID();
  const receivedAt = new Date().toISOString();
  insert.run(id, receivedAt, JSON.stringify(parsed.inquiry));
  response.status(201).json({ id, receivedAt });
});

const server = createServer((request, response) => {
  if (request.method === 'POST') app(request, response);
  else response.writeHead(200, headers).end(body);
});
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
