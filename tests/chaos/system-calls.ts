import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const fileCalls =
  'openat,mkdir,unlink,pwrite64,ftruncate,fsync,fdatasync,' +
  // Not used so far: the replay rejects them.
  'open,creat,mkdirat,unlinkat,pwritev,pwritev2,fallocate,rename,renameat,renameat2,link,linkat,truncate';
const responseCalls = ['write', 'writev', 'sendmsg', 'sendto'];

/** Returns the command that runs a program and records its system calls in `file`. */
export function straceCommand(file: string, ...options: string[]): string[] {
  try {
    execFileSync('strace', ['-o', '/dev/null', 'true'], { stdio: 'pipe' });
  } catch (cause) {
    throw new Error(
      'This test records system calls. Install strace and run it on Linux, in a container with --cap-add=SYS_PTRACE.',
      { cause },
    );
  }
  const trace = `trace=${[fileCalls, ...responseCalls].join()}`;
  // -D: the program stays a child of this process. -xx: strings are hexadecimal.
  const format = ['-D', '-f', '-y', '-xx', '-s', '100000', '-e', trace];
  return ['strace', ...format, ...options, '-o', file];
}

export interface SystemCall {
  name: string;
  /** Path of the file. */
  target: string;
  /** The bytes that a call writes. */
  data: Buffer;
  /** The numbers at the end of the arguments. */
  numbers: number[];
  isCreating: boolean;
}

/** Reads the successful calls: responses when they start, others in the order in which they end. */
export function readSystemCalls(file: string): SystemCall[] {
  const started = new Map<string, string>();
  const calls: (SystemCall | undefined)[] = [];
  for (const line of readFileSync(file, 'latin1').split('\n')) {
    const [, thread = '', text = ''] = /^(\d+) +(.*)$/.exec(line) ?? [];
    const [, start] = /^(.*) <unfinished \.\.\.>$/.exec(text) ?? [];
    const [, name = '', end] = /^<\.\.\. (\w+) resumed>(.*)$/.exec(text) ?? [];
    if (start !== undefined) {
      started.set(thread, start);
      if (responseCalls.some((name) => start.startsWith(`${name}(`))) {
        calls.push(parseCall(`${start}) = 0`));
      }
    } else if (end === undefined) calls.push(parseCall(text));
    else if (!responseCalls.includes(name)) calls.push(parseCall(`${started.get(thread)}${end}`));
  }
  return calls.filter((call) => call !== undefined);
}

function parseCall(text: string): SystemCall | undefined {
  const [, name = '', args = '', result] = /^(\w+)\((.*)\) += (-?\d+)/.exec(text) ?? [];
  if (result === undefined || result.startsWith('-')) return undefined;
  const [, descriptor] = /^\d+<([^>]*)>/.exec(args) ?? [];
  const strings = [...args.matchAll(/"([^"]*)"/g)].map(([, hex = '']) => decode(hex));
  const data = Buffer.concat(strings);
  return {
    name,
    target: descriptor === undefined ? data.toString() : decode(descriptor).toString(),
    data,
    numbers: (/(?:, \d+)*$/.exec(args)?.[0].match(/\d+/g) ?? []).map(Number),
    isCreating: args.includes('O_CREAT'),
  };
}

const decode = (hex: string) => Buffer.from(hex.replaceAll('\\x', ''), 'hex');
