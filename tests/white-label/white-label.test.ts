import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { constants, inflateSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Palette } from '../../src/content/colors.ts';
import { firm as first } from '../../src/content/firm.ts';
import * as firstPalette from '../../src/content/palette.ts';
import { icons } from '../../tools/images/icons.ts';
import { copySources, type SourcesCopy } from '../fixtures/copy-sources.ts';
import { startMailServer } from '../fixtures/mail-server.ts';
import { sampleInquiry } from '../fixtures/sample-inquiry.ts';
import { startWebhookReceiver } from '../fixtures/webhook-receiver.ts';
import { brandMarkers } from './brand-markers.ts';
import { firm as second } from './firm.ts';
import * as secondPalette from './palette.ts';

let sources: SourcesCopy;

beforeAll(async () => {
  sources = copySources();
  const [types = ''] = sources.read('src/content/firm.ts').split('\nconst name = ');
  const [, facts = ''] = sources.read('tests/white-label/firm.ts').split('export const');
  sources.write('src/content/firm.ts', `${types}\nexport const${facts}`);
  const palette = sources.read('tests/white-label/palette.ts');
  sources.write('src/content/palette.ts', palette.replace('../../src/content/', './'));
  await run('tools/build.ts');
});
afterAll(() => sources.remove());

it('serves and sends nothing of the first firm, but the facts of its own', async () => {
  const { mails, address } = await startMailServer();
  const { messages, url: hook } = await startWebhookReceiver();
  const settings = {
    DATA_DIR: path.join(sources.folder, 'data'),
    DATABASE_URL: '',
    LOG_LEVEL: 'error',
    SMTP_URL: `smtp://127.0.0.1:${address.port}`,
    MAIL_FROM: 'website@oresund-lindqvist.example',
    NOTIFY_TO: 'team@oresund-lindqvist.example',
    ACKNOWLEDGE: 'on',
    WEBHOOK_URL: hook.href,
    WEBHOOK_SECRET: `whsec_${Buffer.alloc(32, 1).toString('base64')}`,
    PUBLIC_URL: 'https://www.oresund-lindqvist.example',
    LINK_SECRET: 's'.repeat(32),
  };
  const program = pathToFileURL(path.join(sources.folder, 'tools/start-server.ts')).href;
  const { startServer } = (await import(program)) as typeof import('../../tools/start-server.ts');
  const server = startServer(settings, sources.folder);
  const url = await server.url;
  const served = new Map<string, Buffer>();
  const keep = async (name: string, answer: Promise<Response>) =>
    served.set(name, Buffer.from(await (await answer).arrayBuffer()));
  const get = (pathname: string) => keep(pathname, fetch(new URL(pathname, url)));
  const post = (pathname: string, body: BodyInit, type: string) =>
    keep(
      `POST ${pathname}`,
      fetch(new URL(pathname, url), { method: 'POST', body, headers: { 'content-type': type } }),
    );

  const pages = ['/', '/about', '/platform', '/ecosystems', '/contact'];
  const twins = ['/index.md', '/about.md', '/platform.md', '/ecosystems.md', '/contact.md'];
  const texts = [
    '/sitemap.xml',
    '/llms.txt',
    '/robots.txt',
    '/site.webmanifest',
    '/favicon.svg',
    '/.well-known/security.txt',
  ];
  for (const pathname of [...pages, ...twins, ...texts, ...filesOfBuild(), '/no-such-page'])
    await get(pathname);
  await post(
    '/contact',
    new URLSearchParams({ email: 'nobody' }),
    'application/x-www-form-urlencoded',
  );
  await post('/api/contact-form', JSON.stringify(sampleInquiry), 'application/json');
  await expect.poll(() => [mails.length, messages.length]).toEqual([2, 1]);
  // Both are sent at once.
  const isToTeam = (text = '') => text.includes('/qualify/');
  for (const { source, read } of mails) {
    const name = isToTeam(read.text) ? 'mail to the team' : 'acknowledgement';
    served.set(name, Buffer.from([source, read.subject, read.text, read.html].join('\n')));
  }
  served.set('webhook', Buffer.from(messages[0]?.body ?? ''));
  const [link = ''] = mails.flatMap(({ read }) => read.text?.match(/^http.*\/qualify\/.*$/m) ?? []);
  await get(new URL(link).pathname);
  served.set(
    'csv',
    Buffer.from(await run('src/cli/main.ts', ['export', '--format', 'csv'], settings)),
  );
  const report = path.join(sources.folder, 'report.html');
  await run('src/cli/main.ts', ['report', report], settings);
  served.set('report', readFileSync(report));
  server.kill('SIGTERM');
  await server.exited;

  const traces = brandMarkers(first, firstPalette);
  const left = [...served].flatMap(([name, bytes]) =>
    traces.filter((trace) => trace.test(bytes.toString())).map((trace) => `${name}: ${trace}`),
  );
  expect(left).toEqual([]);
  const says = (name: string, fact: string) => decoded(served.get(name)).includes(fact);
  const named = [
    ...pages,
    '/llms.txt',
    '/no-such-page',
    'POST /contact',
    'report',
    'acknowledgement',
  ];
  expect(named.filter((name) => !says(name, second.name))).toEqual([]);
  expect(twins.filter((name) => !says(name, second.disclaimer))).toEqual([]);
  expect(says('/.well-known/security.txt', second.email)).toBe(true);
  expect(says('/favicon.svg', secondPalette.surfaces.ink)).toBe(true);
  const pictures = [...served].filter(([name]) => name.endsWith('.png'));
  const tones = ({ surfaces }: Palette) => [surfaces.ink, surfaces.deep, surfaces.film.light];
  for (const [name, png] of pictures) {
    expect(tones(secondPalette), name).toContain(groundOf(png));
    expect(tones(firstPalette), name).not.toContain(groundOf(png));
  }
  expect(pictures).toHaveLength(pages.length + icons.length);
});

it('passes the journeys of the site', async () => {
  const journeys = ['pages', 'contact-without-script'];
  const files = journeys.map((name) => `tests/e2e/${name}.spec.ts`);
  const runner = path.join('node_modules/@playwright/test/cli.js');
  await run(runner, ['test', '--reporter=line', ...files]);
});

async function run(program: string, words: string[] = [], settings: Record<string, string> = {}) {
  // The test runner's own would build React for development.
  const env = { ...process.env, NODE_ENV: 'production', ...settings };
  try {
    const options = { cwd: sources.folder, env, maxBuffer: 2 ** 26 };
    return (await promisify(execFile)(process.execPath, [program, ...words], options)).stdout;
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string };
    throw new Error(`${program} failed:\n${(stdout + stderr).slice(-4000)}`, { cause: error });
  }
}

const filesOfBuild = () =>
  readdirSync(path.join(sources.folder, 'dist/client'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(?:css|ico|js|png|svg)$/.test(entry.name))
    .map(({ parentPath, name }) => path.join(parentPath, name))
    .map((file) => `/${path.relative(path.join(sources.folder, 'dist/client'), file)}`);

const decoded = (bytes: Buffer = Buffer.alloc(0)) => bytes.toString().replaceAll('&amp;', '&');

/** The colour of a PNG's first pixel, which no filter changes: the one that the picture lies on. */
function groundOf(png: Buffer) {
  const at = png.indexOf('IDAT', 0, 'latin1');
  const data = png.subarray(at + 4, at + 4 + png.readUInt32BE(at - 4));
  const rows = inflateSync(data, { finishFlush: constants.Z_SYNC_FLUSH });
  return `#${rows.toString('hex', 1, 4)}`;
}
