import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import packageFile from '../../package.json' with { type: 'json' };
import { createTestStore, runCommand as run } from '../../tests/fixtures/command-line.ts';
import { sampleInquiry } from '../../tests/fixtures/sample-inquiry.ts';

describe('list', () => {
  it('prints a table as wide as the terminal, newest first', async () => {
    const company = 'The Analytical Engine Company of London and Turin';
    const env = await createTestStore({ firstName: 'First' }, { firstName: 'Second', company });
    const { exitCode, stdout, stderr } = await run(['list'], env, undefined, 80);
    expect(exitCode).toBe(0);
    expect(stderr).toBe('');

    const [header, newest, oldest] = stdout.split('\n');
    expect(header).toMatch(/^RECEIVED \(UTC\) +ID +NAME +COMPANY +PERSONA +STATUS$/);
    expect(newest).toMatch(
      /^2026-11-21 12:00 {2}[\da-f-]{8,36} {2}Second L.* The A.*… {2}founder {2}new$/,
    );
    expect(oldest).toMatch(/First L/);
    expect(Math.max(...stdout.split('\n').map((line) => line.length))).toBeLessThanOrEqual(80);
  });

  it('shows the newest 50 rows by default and says so, and all with --json', async () => {
    const env = await createTestStore(...Array.from({ length: 51 }, () => ({})));
    const { stdout, stderr } = await run(['list'], env);
    expect(stdout.trimEnd().split('\n')).toHaveLength(51);
    expect(stderr).toBe('Showing the newest 50. Use --limit to see more.\n');
    expect((await run(['list', '--limit=51'], env)).stderr).toBe('');
    expect(JSON.parse((await run(['list', '--json'], env)).stdout)).toHaveLength(51);
    expect(JSON.parse((await run(['list', '--json', '--limit', '2'], env)).stdout)).toHaveLength(2);
  });

  it('prints complete inquiries as JSON', async () => {
    const env = await createTestStore({ message: 'Two lines\nand an emoji 😀' });
    const { stdout, stderr } = await run(['list', '--json'], env);
    expect(stderr).toBe('');
    expect(JSON.parse(stdout)).toEqual([
      {
        id: expect.any(String),
        receivedAt: '2026-11-21T12:00:00.000Z',
        status: 'new',
        ...sampleInquiry,
        message: 'Two lines\nand an emoji 😀',
        due: 'review',
        dueAt: '2026-11-22T12:00:00.000Z',
      },
    ]);
  });

  it('reports an empty store', async () => {
    const env = await createTestStore();
    expect(await run(['list'], env)).toEqual({
      exitCode: 0,
      stdout: '',
      stderr: expect.stringMatching(/^No inquiries yet in \S+\.\n$/) as string,
    });
    expect((await run(['list', '--json'], env)).stdout).toBe('[]\n');
  });

  it('lists invalid settings', async () => {
    const { exitCode, stderr } = await run(['list'], { PORT: 'x', LOG_LEVEL: 'loud' });
    expect(exitCode).toBe(1);
    expect(stderr).toMatch(/- PORT is "x".*\n- LOG_LEVEL is "loud".*\[BAD_SETTINGS\]\n/);
  });
});

describe('a wrong command line', () => {
  const seeHelp = 'Run "inquiries help" or "inquiries help COMMAND".\n';

  it('gets a suggestion for an unknown command', async () => {
    expect(await run(['lsit'])).toEqual({
      exitCode: 2,
      stdout: '',
      stderr: "Unknown command 'lsit' [USAGE]\n(Did you mean list?)\n",
    });
    expect((await run(['constructor'])).stderr).toContain(seeHelp);
  });

  it('gets a suggestion for an unknown option', async () => {
    expect(await run(['list', '--jsn'])).toEqual({
      exitCode: 2,
      stdout: '',
      stderr: "Unknown option '--jsn' [USAGE]\n(Did you mean --json?)\n",
    });
    expect((await run(['list', '-x'])).stderr).toContain(seeHelp);
    expect((await run(['list', '--__proto__'])).exitCode).toBe(2);
  });

  it('reports an unexpected argument', async () => {
    const { exitCode, stderr } = await run(['list', 'all']);
    expect(exitCode).toBe(2);
    expect(stderr).toMatch(/^Too many arguments for 'list'.* \[USAGE\]\n/);
    expect(stderr).toContain(seeHelp);
  });

  it('reports a missing argument', async () => {
    const { exitCode, stderr } = await run(['mark', '01a1']);
    expect(exitCode).toBe(2);
    expect(stderr).toBe(`Missing required argument 'status' [USAGE]\n${seeHelp}`);
  });

  it.each([['--limit', 'ten'], ['--limit', '0'], ['--limit=-1'], ['--limit']])(
    'explains an invalid value: %s %s',
    async (...args) => {
      const { exitCode, stdout, stderr } = await run(['list', ...args]);
      expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' });
      expect(stderr).toMatch(/^Option '--limit <number>' argument .* \[USAGE\]\n/);
      if (args[1]) expect(stderr).toContain('Expected a whole number from 1, such as 10.');
    },
  );
});

describe('help', () => {
  it('lists every command', async () => {
    const { exitCode, stdout, stderr } = await run(['help']);
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    expect(stdout).toContain('mark [options] <id> <status>  Set the status of an inquiry');
    expect((await run(['--help'])).stdout).toBe(stdout);
    expect((await run(['-h'])).stdout).toBe(stdout);
    expect(await run([])).toEqual({ exitCode, stdout, stderr });
  });

  it('shows the options and examples of a command', async () => {
    const { exitCode, stdout } = await run(['help', 'list']);
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(/--limit <number> +Maximum rows .*\n\nExamples:\n {2}inquiries list/s);
    expect((await run(['list', '--help'])).stdout).toBe(stdout);
    expect((await run(['list', '-h'])).stdout).toBe(stdout);
    expect((await run(['mark', '-h'])).stdout).toContain('Usage: inquiries mark');
  });
});

describe('--version', () => {
  it('prints the version of the package', async () => {
    const { exitCode, stdout, stderr } = await run(['--version']);
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    expect(stdout).toBe(`${packageFile.version}\n`);
  });
});

describe('the program', () => {
  it('ignores a reader that closes the pipe', async () => {
    const env = await createTestStore(
      ...Array.from({ length: 60 }, () => ({ message: 'x'.repeat(5000) })),
    );
    const program = spawn(process.execPath, ['src/cli/main.ts', 'list', '--json'], { env });
    program.stdout.once('data', () => program.stdout.destroy());
    const [stderr, [exitCode]] = await Promise.all([text(program.stderr), once(program, 'exit')]);
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
  });
});
