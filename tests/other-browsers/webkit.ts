import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Builder, Key } from 'selenium-webdriver';
import { expect, onTestFinished } from 'vitest';
import { freePort } from '../../tools/start-server.ts';
import type { BrowserSettings, Driver } from './driver.ts';
import { findProgram } from './find-program.ts';

const programPattern = '/usr/{lib/*,lib64,libexec}/webkit2gtk-4.*/MiniBrowser';

/** Blocks all requests to other hosts. */
const offlineProxy = {
  proxyType: 'manual',
  httpProxy: '127.0.0.1:9',
  sslProxy: '127.0.0.1:9',
  noProxy: ['127.0.0.1'],
};

/** Starts WebKitGTK's MiniBrowser, controlled by WebDriver. */
export async function startWebKit(settings: BrowserSettings = {}): Promise<Driver> {
  const { program, environment } = await prepareEnvironment(settings);
  const file = findProgram('WEBKIT_DRIVER', ['WebKitWebDriver'], 'WebKit', 'webkit2gtk-driver');
  const port = await freePort();
  startProgram(file, [`--port=${port}`], environment);
  const url = `http://127.0.0.1:${port}`;
  const isUp = () =>
    fetch(`${url}/status`).then(
      ({ ok }) => ok,
      () => false,
    );
  await expect.poll(isUp, { message: 'WebKitWebDriver does not listen' }).toBe(true);
  const driver = await new Builder()
    .usingServer(url)
    .withCapabilities({
      browserName: 'MiniBrowser',
      proxy: offlineProxy,
      'webkitgtk:browserOptions': {
        binary: program,
        args: ['--automation', ...commandLineOptions(settings)],
      },
    })
    .build();
  onTestFinished(() => driver.quit());

  const evaluate = <Value>(expression: string) =>
    driver.executeScript<Value>(`return (${expression})`);
  const recordMessages = async (navigation: Promise<void>) => {
    await navigation;
    await evaluate(`(${startRecording})()`);
  };
  const resizeWindow = (width: number, height: number) =>
    driver.manage().window().setRect({ x: 1980, y: 1980, width, height });
  return {
    navigate: (url) => recordMessages(driver.get(url)),
    traverse: (delta) =>
      recordMessages(delta < 0 ? driver.navigate().back() : driver.navigate().forward()),
    reload: () => recordMessages(driver.navigate().refresh()),
    evaluate,
    press: (key) => driver.actions().sendKeys(keys[key]).perform(),
    type: (text) => driver.actions().sendKeys(text).perform(),
    // WebKit paints a scroll before it hits what is now at the position.
    click: ({ x, y }) =>
      driver.actions().pause(200).move({ x, y, duration: 0 }).pause(200).click().perform(),
    async resize(width, height) {
      await resizeWindow(width, height);
      // The toolbar needs additional space. The window changes its size later.
      const readSize = () => evaluate<[number, number]>('[innerWidth, innerHeight]');
      await expect.poll(async () => (await readSize())[0]).toBeLessThanOrEqual(width);
      const [innerWidth, innerHeight] = await readSize();
      await resizeWindow(2 * width - innerWidth, 2 * height - innerHeight);
    },
    async screenshot() {
      await evaluate(
        'new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))',
      );
      return Buffer.from(await driver.takeScreenshot(), 'base64');
    },
    messages: () => evaluate('window.messages ?? []'),
  };
}

const keys = {
  Tab: Key.TAB,
  Enter: Key.ENTER,
  Shift: Key.SHIFT,
  Escape: Key.ESCAPE,
  ArrowLeft: Key.ARROW_LEFT,
  ArrowRight: Key.ARROW_RIGHT,
};

/** Returns the console messages while the page at `url` loads, which WebDriver does not report. */
export async function collectLoadMessages(url: string): Promise<string[]> {
  const { program, environment } = await prepareEnvironment({});
  const args = ['--exit-after-load', '--enable-write-console-messages-to-stdout=true', url];
  const output = await startProgram(program, args, environment).output();
  return output.split('\n').filter((line) => line.includes('CONSOLE'));
}

/** Starts a virtual screen and creates a folder for the browser's files. */
async function prepareEnvironment({ reducedMotion }: BrowserSettings) {
  const program = findProgram('WEBKIT', globSync(programPattern), 'WebKit', 'webkit2gtk-driver');
  const screen = findProgram('XVFB', ['Xvfb'], 'A screen for WebKit', 'xvfb');
  const folder = await createBrowserFolder();
  await mkdir(path.join(folder, 'gtk-3.0'));
  await writeFile(path.join(folder, 'gtk-3.0/gtk.css'), narrowToolbar);
  await writeFile(
    path.join(folder, 'gtk-3.0/settings.ini'),
    `[Settings]\ngtk-enable-animations=${Number(!reducedMotion)}\n`,
  );
  // Without a window manager, the window under the pointer, which is in the center, has the focus.
  const args = ['-displayfd', '1', '-screen', '0', '4000x4000x24', '-nolisten', 'tcp'];
  const display = await startProgram(screen, args).waitForOutput(/^(\d+)\n/m);
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

/** Allows windows as narrow as a phone. */
const narrowToolbar = 'box * { min-width: 0; margin: 0; padding: 0; font-size: 1px; }';

const commandLineOptions = ({ colorScheme, javaScript }: BrowserSettings) => [
  ...(colorScheme === 'dark' ? ['--dark-mode'] : []),
  ...(javaScript === false ? ['--enable-javascript=false'] : []),
];

/** Runs in the page: records its messages from now on. */
function startRecording() {
  const page = window as { messages?: string[] };
  if (page.messages) return;
  const messages = (page.messages = [] as string[]);
  const recorder =
    (level: string) =>
    (...values: unknown[]) =>
      messages.push(`${level}: ${values.join(' ')}`);
  Object.assign(console, { error: recorder('error'), warn: recorder('warn') });
  addEventListener('error', ({ message }) => void messages.push(`error: ${message}`));
  addEventListener('unhandledrejection', ({ reason }) => void messages.push(`error: ${reason}`));
  addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) => {
    messages.push(`error: CSP violation: ${effectiveDirective} ${blockedURI}`);
  });
}

/** Starts a program, which is killed at the latest when the test ends. */
function startProgram(file: string, args: string[], environment = process.env) {
  const program = spawn(file, args, { env: environment, stdio: ['ignore', 'pipe', 'pipe'] });
  const exited = once(program, 'exit');
  const closed = once(program, 'close');
  onTestFinished(async () => {
    program.kill();
    await exited;
  });
  let output = '';
  const streams = [program.stdout, program.stderr];
  for (const stream of streams) {
    stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  }
  return {
    /** Resolves to the complete output after the program has exited. */
    output: () => closed.then(() => output),
    /** Resolves to the first group of the pattern in the output. Rejects if the program exits first. */
    waitForOutput: (pattern: RegExp) =>
      new Promise<string>((resolve, reject) => {
        const search = () => {
          const found = pattern.exec(output)?.[1];
          if (found) resolve(found);
        };
        for (const stream of streams) stream.on('data', search);
        void exited.then(() => reject(new Error(`${file} exited: ${output}`)));
      }),
  };
}

/** Creates a folder for a browser's files. Removal is retried, as subprocesses may exit later. */
async function createBrowserFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'browser-'));
  onTestFinished(() => rm(folder, { recursive: true, maxRetries: 10 }));
  return folder;
}
