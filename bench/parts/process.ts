import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { SMTPServer } from 'smtp-server';
import { freePort, startServer } from '../../tools/start-server.ts';
import { createFakeInquiry } from '../fake-data.ts';
import { type Measurement, median } from '../measurement.ts';
import { withFolder, withSite } from '../programs.ts';

const idleMs = 10_000;
const inquiryCount = 1300;
/** Every inquiry is mailed to the team, and the most that are acknowledged in a day are: 200. */
const mailCount = inquiryCount + 200;

/** Measures memory in the environment of deploy/website.service and the Containerfile. */
export async function measureMemory(): Promise<Measurement[]> {
  let received = 0;
  const mailServer = new SMTPServer({
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
  const port = await freePort();
  mailServer.listen(port, '127.0.0.1');
  const settings = {
    MALLOC_ARENA_MAX: '1',
    SMTP_URL: `smtp://127.0.0.1:${port}`,
    MAIL_FROM: 'website@firm.example',
    NOTIFY_TO: 'team@firm.example',
    ACKNOWLEDGE: 'on',
  };
  const { idle, peak } = await withSite(async ({ origin, pid }) => {
    await (await fetch(origin)).text();
    await sleep(idleMs);
    const idle = readResidentMb(pid, 'VmRSS');
    for (let index = 0; index < inquiryCount; index += 1) await sendInquiry(origin, index);
    while (received < mailCount) await sleep(100);
    return { idle, peak: readResidentMb(pid, 'VmHWM') };
  }, settings);
  mailServer.close();
  return [
    {
      ...{ name: 'Resident memory of the idle server', value: idle, unit: 'MB' },
      goal: { of: 'value', atMost: 110 },
    },
    {
      ...{ name: `Its peak in a burst of ${mailCount} e-mails`, value: peak, unit: 'MB' },
      goal: { of: 'value', atMost: 200 },
    },
  ];
}

async function sendInquiry(origin: string, index: number) {
  const response = await fetch(`${origin}/api/contact-form`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(createFakeInquiry(index)),
  });
  if (!response.ok) throw new Error(`An inquiry was answered with ${response.status}`);
}

/** Reads the resident memory in MB, now (`VmRSS`) or at its peak (`VmHWM`; Linux). */
function readResidentMb(pid: number | undefined, field: 'VmRSS' | 'VmHWM'): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return (Number(new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]) * 1024) / 1e6;
}

/** Measures starts with an existing store: the first one, which creates it, is not counted. */
export const measureStart = (rounds: number): Promise<Measurement[]> =>
  withFolder(async (folder) => {
    const times: number[] = [];
    for (let round = 0; round <= rounds; round += 1) times.push(await measureFirstResponse(folder));
    const value = median(times.slice(1));
    return [
      { name: 'Start to first response', value, unit: 'ms', goal: { of: 'value', atMost: 400 } },
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
