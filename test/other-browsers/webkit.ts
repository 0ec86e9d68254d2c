import { globSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { onTestFinished } from 'vitest';
import { freePort } from '../free-port.ts';
import { type BrowserSettings, type Driver, offlineProxy } from './driver.ts';
import { findProgram } from './find-program.ts';
import { browserFolder, startProgram } from './start-program.ts';

const places = '/usr/{lib/*,lib64,libexec}/webkit2gtk-4.*/MiniBrowser';

/** WebKitGTK's small browser, driven by WebDriver: https://www.w3.org/TR/webdriver2/ */
export async function startWebKit(settings: BrowserSettings = {}): Promise<Driver> {
  const { program, environment } = await prepare(settings);
  const driver = findProgram('WEBKIT_DRIVER', ['WebKitWebDriver'], 'WebKit', 'webkit2gtk-driver');
  const port = await freePort();
  startProgram(driver, [`--port=${port}`], environment);
  const url = `http://127.0.0.1:${port}/session`;
  const { sessionId } = await call(url, 'POST', {
    capabilities: {
      alwaysMatch: {
        proxy: offlineProxy,
        'webkitgtk:browserOptions': {
          binary: program,
          args: ['--automation', ...switches(settings)],
        },
      },
    },
  });
  const send = (method: string, command: string, body?: object) =>
    call(`${url}/${sessionId}${command}`, method, body);
  onTestFinished(() => send('DELETE', ''));

  async function load(method: string, command: string, body: object) {
    await send(method, command, body);
    await evaluate(`(${listen})()`);
  }
  async function evaluate(expression: string) {
    const script = `return Promise.resolve(${expression}).then((value) => JSON.stringify(value ?? null))`;
    return JSON.parse(await send('POST', '/execute/sync', { script, args: [] }));
  }

  return {
    navigate: (url) => load('POST', '/url', { url }),
    traverse: (delta) => load('POST', delta < 0 ? '/back' : '/forward', {}),
    reload: () => load('POST', '/refresh', {}),
    evaluate,
    async perform(actions) {
      await send('POST', '/actions', { actions });
    },
    async resize(width, height) {
      await send('POST', '/window/rect', { x: 1980, y: 1980, width, height });
      // The rest is the browser's own: its toolbar.
      const [innerWidth, innerHeight] = await evaluate('[innerWidth, innerHeight]');
      await send('POST', '/window/rect', {
        width: 2 * width - innerWidth,
        height: 2 * height - innerHeight,
      });
    },
    async screenshot() {
      await evaluate(
        'new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))',
      );
      return Buffer.from(await send('GET', '/screenshot'), 'base64');
    },
    messages: () => evaluate('window.messages ?? []'),
  };
}

/** What the console says while the page at this address loads: WebDriver does not tell it. */
export async function messagesOfLoading(url: string): Promise<string[]> {
  const { program, environment } = await prepare({});
  const args = ['--exit-after-load', '--enable-write-console-messages-to-stdout=true', url];
  const output = await startProgram(program, args, environment).output();
  return output.split('\n').filter((line) => line.includes('CONSOLE'));
}

/** A screen that nobody sees, and a folder for what the browser keeps. */
async function prepare({ reducedMotion }: BrowserSettings) {
  const program = findProgram('WEBKIT', globSync(places), 'WebKit', 'webkit2gtk-driver');
  const screen = findProgram('XVFB', ['Xvfb'], 'A screen for WebKit', 'xvfb');
  const folder = await browserFolder();
  await mkdir(path.join(folder, 'gtk-3.0'));
  await writeFile(path.join(folder, 'gtk-3.0/gtk.css'), narrowToolbar);
  await writeFile(
    path.join(folder, 'gtk-3.0/settings.ini'),
    `[Settings]\ngtk-enable-animations=${Number(!reducedMotion)}\n`,
  );
  // The pointer rests in the middle: without a window manager, the window under it has the focus.
  const args = ['-displayfd', '1', '-screen', '0', '4000x4000x24', '-nolisten', 'tcp'];
  const display = await startProgram(screen, args).printed(/^(\d+)\n/m);
  return {
    program,
    environment: {
      ...process.env,
      DISPLAY: `:${display}`,
      GDK_BACKEND: 'x11',
      XDG_CONFIG_HOME: folder,
      XDG_DATA_HOME: folder,
      XDG_CACHE_HOME: folder,
    },
  };
}

/** Otherwise the buttons of the toolbar keep the window from being as narrow as a phone. */
const narrowToolbar = 'box * { min-width: 0; margin: 0; padding: 0; font-size: 1px; }';

const switches = ({ colorScheme, javaScript }: BrowserSettings) => [
  ...(colorScheme === 'dark' ? ['--dark-mode'] : []),
  ...(javaScript === false ? ['--enable-javascript=false'] : []),
];

/** In the page: keeps what is told from now on. */
function listen() {
  const page = window as { messages?: string[] };
  if (page.messages) return;
  const messages = (page.messages = [] as string[]);
  const told =
    (level: string) =>
    (...values: unknown[]) =>
      messages.push(`${level}: ${values.join(' ')}`);
  Object.assign(console, { error: told('error'), warn: told('warn') });
  addEventListener('error', ({ message }) => void messages.push(`error: ${message}`));
  addEventListener('unhandledrejection', ({ reason }) => void messages.push(`error: ${reason}`));
  addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) => {
    messages.push(`error: refused by the policy: ${effectiveDirective} ${blockedURI}`);
  });
}

// eslint-disable-next-line @typescript-eslint/no-explicit-any
type Loose = any;

/** Until it listens, a server that was just started is asked again. */
async function call(url: string, method: string, body?: object): Promise<Loose> {
  const request = { method, ...(body && { body: JSON.stringify(body) }) };
  let response: Response | undefined;
  for (let attempt = 0; !response; attempt += 1) {
    try {
      response = await fetch(url, request);
    } catch (cause) {
      if (attempt === 100) throw new Error('WebKitWebDriver does not listen', { cause });
      await sleep(100);
    }
  }
  const { value } = (await response.json()) as { value: Loose };
  if (!response.ok) throw new Error(`${method} ${url}: ${value.message}`);
  return value;
}
