import { runCli } from '../src/cli/run-cli.ts';
import type { Inquiry } from '../src/inquiry/inquiry.ts';
import { type Mark, markInquiry } from '../src/store/inquiries/update-status.ts';
import { submitInquiry } from '../src/http/contact/submit-inquiry.ts';
import { sampleInquiry } from './sample-inquiry.ts';
import { settingsFor, temporaryStore } from './temporary-store.ts';

/** When the first inquiry of `dataWith` arrived: a Saturday. */
export const receivedMs = Date.parse('2026-11-21T12:00:00.000Z');

/** Runs the team's command as a process would, at the time `now`. */
export async function runCommand(
  argv: string[],
  env: Record<string, string> = {},
  now = receivedMs,
) {
  let [stdout, stderr] = ['', ''];
  const exitCode = await runCli(argv, {
    env,
    settingsFrom: 'the environment',
    stdout: { write: (text) => (stdout += text) },
    stderr: { write: (text) => (stderr += text) },
    clock: () => now,
  });
  return { exitCode, stdout, stderr };
}

export interface Seed extends Partial<Inquiry> {
  /** A second after the one before unless told. */
  receivedAt?: string;
  /** Made as soon as it arrived. */
  mark?: Mark;
}

// Otherwise commands say that nobody is notified.
const webhook = {
  WEBHOOK_URL: 'https://hooks.example/',
  WEBHOOK_SECRET: `whsec_${'A'.repeat(32)}`,
};

/** The environment of a store with these inquiries. */
export async function dataWith(...seeds: Seed[]) {
  const { store, location } = await temporaryStore();
  for (const [index, { receivedAt, mark, ...changes }] of seeds.entries()) {
    const clock = () => (receivedAt ? Date.parse(receivedAt) : receivedMs + index * 1000);
    const stored = await submitInquiry({ store, clock }, { ...sampleInquiry, ...changes });
    if (mark && stored.outcome === 'stored') await markInquiry({ store, clock }, stored.id, mark);
  }
  return { ...settingsFor(location), ...webhook };
}

/** The inquiries of that store as `list` prints them, the oldest first. */
export async function inquiriesIn(env: Record<string, string>) {
  const { stdout } = await runCommand(['list', '--json'], env);
  return (JSON.parse(stdout) as ({ id: string; status: string } & Inquiry)[]).reverse();
}
