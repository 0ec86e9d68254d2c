import { globSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Builder, Key } from 'selenium-webdriver';
import { expect, onTestFinished } from 'vitest';
import { freePort } from '../../tools/free-port.ts';
import type { BrowserSettings, Driver } from './driver.ts';
import { findProgram } from './find-program.ts';
import { browserFolder, startProgram } from './start-program.ts';

const places = '/usr/{lib/*,lib64,libexec}/webkit2gtk-4.*/MiniBrowser';

/** No request leaves this machine: the image host does not answer. */
const offlineProxy = {
  proxyType: 'manual',
  httpProxy: '127.0.0.1:9',
  sslProxy: '127.0.0.1:9',
  noProxy: ['127.0.0.1'],
};

/** WebKitGTK's small browser, driven by WebDriver. */
export async function startWebKit(settings: BrowserSettings = {}): Promise<Driver> {
  const { program, environment } = await prepare(settings);
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
        args: ['--automation', ...switches(settings)],
      },
    })
    .build();
  onTestFinished(() => driver.quit());

  const evaluate = <Value>(expression: string) =>
    driver.executeScript<Value>(`return (${expression})`);
  const listening = async (navigation: Promise<void>) => {
    await navigation;
    await evaluate(`(${listen})()`);
  };
  const place = (width: number, height: number) =>
    driver.manage().window().setRect({ x: 1980, y: 1980, width, height });
  return {
    navigate: (url) => listening(driver.get(url)),
    traverse: (delta) =>
      listening(delta < 0 ? driver.navigate().back() : driver.navigate().forward()),
    reload: () => listening(driver.navigate().refresh()),
    evaluate,
    press: (key) => driver.actions().sendKeys(keys[key]).perform(),
    type: (text) => driver.actions().sendKeys(text).perform(),
    click: ({ x, y }) => driver.actions().move({ x, y, duration: 0 }).click().perform(),
    async resize(width, height) {
      await place(width, height);
      // The toolbar takes the rest.
      const [innerWidth, innerHeight] = await evaluate<[number, number]>(
        '[innerWidth, innerHeight]',
      );
      await place(2 * width - innerWidth, 2 * height - innerHeight);
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

/** The console's messages while the page at `url` loads, which WebDriver does not report. */
export async function messagesOfLoading(url: string): Promise<string[]> {
  const { program, environment } = await prepare({});
  const args = ['--exit-after-load', '--enable-write-console-messages-to-stdout=true', url];
  const output = await startProgram(program, args, environment).output();
  return output.split('\n').filter((line) => line.includes('CONSOLE'));
}

/** Starts a virtual screen, and makes a folder for the browser's files. */
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

/** Without it, the toolbar's buttons keep the window wider than a phone. */
const narrowToolbar = 'box * { min-width: 0; margin: 0; padding: 0; font-size: 1px; }';

const switches = ({ colorScheme, javaScript }: BrowserSettings) => [
  ...(colorScheme === 'dark' ? ['--dark-mode'] : []),
  ...(javaScript === false ? ['--enable-javascript=false'] : []),
];

/** Runs in the page: keeps its messages from now on. */
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
