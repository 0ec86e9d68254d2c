import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { SMTPServer } from 'smtp-server';
import { freePort, startServer } from '../../tools/start-server.ts';
import { createFakeInquiry } from '../fake-data.ts';
import { type Measurement, median } from '../measurement.ts';
import { readResidentMb, withFolder, withSite } from '../programs.ts';

const idleMs = 10_000;
const inquiryCount = 1300;
/** Every inquiry is mailed to the team, and the most that are acknowledged in a day are: 200. */
const mailCount = inquiryCount + 200;

/** Measures memory in the environment of deploy/website.service and the Containerfile. */
export const measureMemory = (): Promise<Measurement[]> =>
  withMailServer((mailServer) =>
    withSite(
      async ({ origin, pid }) => {
        await (await fetch(origin)).text();
        await sleep(idleMs);
        const idleMb = readResidentMb(pid, 'VmRSS');
        for (let count = 0; count < inquiryCount; count += 1) await sendInquiry(origin);
        while (mailServer.receivedCount() < mailCount) await sleep(100);
        return [
          {
            name: 'Resident memory of the idle server',
            value: idleMb,
            unit: 'MB',
            goal: { of: 'value', atMost: 110 },
          },
          {
            name: `Its peak in a burst of ${mailCount.toLocaleString('en')} e-mails`,
            value: readResidentMb(pid, 'VmHWM'),
            unit: 'MB',
            goal: { of: 'value', atMost: 200 },
          },
        ];
      },
      {
        MALLOC_ARENA_MAX: '1',
        SMTP_URL: mailServer.url,
        MAIL_FROM: 'website@firm.example',
        NOTIFY_TO: 'team@firm.example',
        ACKNOWLEDGE: 'on',
      },
    ),
  );

/** Runs `task` with a mail server, in another process than the site. */
async function withMailServer<Result>(
  task: (mailServer: { url: string; receivedCount: () => number }) => Promise<Result>,
) {
  let received = 0;
  const server = new SMTPServer({
    authOptional: true,
    disableReverseLookup: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, _session, callback) {
      stream.resume().once('end', () => {
        received += 1;
        callback();
      });
    },
  });
  const listening = server.listen(0, '127.0.0.1');
  await once(listening, 'listening');
  const { port } = listening.address() as AddressInfo;
  try {
    return await task({ url: `smtp://127.0.0.1:${port}`, receivedCount: () => received });
  } finally {
    server.close();
  }
}

async function sendInquiry(origin: string) {
  const response = await fetch(`${origin}/api/contact-form`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(createFakeInquiry()),
  });
  if (!response.ok) throw new Error(`An inquiry was answered with ${response.status}`);
}

/** Measures starts with an existing store: the first one, which creates it, is not counted. */
export const measureStart = (rounds: number): Promise<Measurement[]> =>
  withFolder(async (folder) => {
    const times: number[] = [];
    for (let round = 0; round <= rounds; round += 1) times.push(await measureFirstResponse(folder));
    return [
      {
        name: 'Start to first response',
        value: median(times.slice(1)),
        unit: 'ms',
        goal: { of: 'value', atMost: 400 },
      },
    ];
  });

async function measureFirstResponse(folder: string) {
  const port = await freePort();
  const startedAt = performance.now();
  const server = startServer({ DATA_DIR: folder, PORT: String(port) });
  while (!(await fetch(`http://127.0.0.1:${port}/`).catch(() => undefined))?.ok) await sleep(2);
  const tookMs = performance.now() - startedAt;
  server.kill('SIGTERM');
  await server.exited;
  return tookMs;
}
