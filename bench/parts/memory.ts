import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { SMTPServer } from 'smtp-server';
import { receiveInquiry } from '../../src/receive-inquiry/receive-inquiry.ts';
import { openStore } from '../../src/store/open-store.ts';
import { minuteMs } from '../../src/text/format-time.ts';
import { freePort } from '../../tools/start-server.ts';
import { createFakeInquiry } from '../fake-inquiry.ts';
import { createFolder, type Measurement, startSite } from '../measurement.ts';

/**
 * Number of e-mails in a burst. Starts and memory are measured in the environment of
 * deploy/website.service and the Containerfile.
 */
const mailCount = 1500;
using folder = createFolder();
const port = await freePort();
const settings = {
  DATA_DIR: folder.path,
  MALLOC_ARENA_MAX: '1',
  SMTP_URL: `smtp://127.0.0.1:${port}`,
  MAIL_FROM: 'website@firm.example',
  NOTIFY_TO: 'team@firm.example',
};

let fastestStartMs = Infinity;
let idleMegabytes = NaN;
for (const waitMs of [0, 0, 0, 10_000]) {
  const startedMs = performance.now();
  await using site = await startSite(settings);
  await (await fetch(site.origin)).text();
  fastestStartMs = Math.min(fastestStartMs, performance.now() - startedMs);
  await sleep(waitMs);
  idleMegabytes = readMegabytes(site.pid, 'VmRSS');
}

// As after an outage of the mail server. Too few an hour for a flood digest.
const store = await openStore({ kind: 'sqlite', file: `${folder.path}/inquiries.sqlite` });
for (let index = mailCount; index > 0; index -= 1) {
  const clock = () => Date.now() - index * 3 * minuteMs;
  const destinations = [{ name: 'email', reaches: 'team' } as const];
  await receiveInquiry({ store, clock, destinations }, createFakeInquiry(index));
}
await store.close();
let received = 0;
const mailServer = new SMTPServer({
  disabledCommands: ['AUTH', 'STARTTLS'],
  onData(stream, _session, callback) {
    received += 1;
    stream.resume().once('end', callback);
  },
});
mailServer.listen(port, '127.0.0.1');
await using site = await startSite(settings);
while (received < mailCount) await sleep(100);
const peakMegabytes = readMegabytes(site.pid, 'VmHWM');
mailServer.close();

export const measurements: Measurement[] = [
  { name: 'Start to first response, the fastest', value: fastestStartMs, unit: 'ms', atMost: 400 },
  { name: 'Memory of the idle server', value: idleMegabytes, unit: 'MB', atMost: 110 },
  {
    name: `Its peak in a burst of ${mailCount} e-mails`,
    value: peakMegabytes,
    unit: 'MB',
    atMost: 200,
  },
];

/** Reads the resident memory of a process, now (`VmRSS`) or at its peak (`VmHWM`; Linux). */
function readMegabytes(pid: number, field: 'VmRSS' | 'VmHWM') {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return (Number(new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]) * 1024) / 1e6;
}
