import assert from 'node:assert/strict';
import { contact } from '../../src/content/contact.ts';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { listInquiries } from '../../src/store/inquiries/list-inquiries.ts';
import { openStore } from '../../src/store/open-store.ts';
import { freePort, startServer } from '../../tools/start-server.ts';

/** Smoke test of the last build in Firefox and WebKitGTK, without a WebDriver library. */
interface Driver {
  navigate(url: string): Promise<unknown>;
  /** Evaluates an expression in the page. */
  evaluate(expression: string): Promise<unknown>;
  /** Runs the input actions of WebDriver. */
  perform(actions: object[]): Promise<unknown>;
}

/** Narrow enough for the menu button. */
const size = { width: 700, height: 900 };

/** Values by field, in tab order; letters select the option that begins with them. */
const typed = {
  firstName: 'Mara',
  lastName: 'Ellison',
  email: 'mara@northquay',
  company: 'Northquay Cold Storage',
  role: 'Chief Executive',
  industry: 'Food logistics',
  persona: 'Op',
  companySize: '51',
  timeline: '3',
  message: 'We are looking for a long-term owner.',
};

for (const [name, startBrowser] of Object.entries({ Firefox: startFirefox, WebKit: startWebKit })) {
  void test(name, { timeout: 240_000 }, async (t) => {
    await using cleanup = new AsyncDisposableStack();
    const folder = mkdtempSync(path.join(tmpdir(), 'other-browsers-'));
    cleanup.defer(() => rmSync(folder, { recursive: true, maxRetries: 9, retryDelay: 200 }));
    const site = startServer({ DATA_DIR: folder });
    cleanup.defer(() => site.kill('SIGTERM'));
    const driver = await startBrowser(cleanup, folder);
    const page = createPage(driver, await site.url);

    await t.test('the menu opens and closes, and its links keep the document', async () => {
      await page.open('/about');
      assert.equal(await page.text('#menu a'), '');
      await page.click('.menu-button');
      await page.waitFor(() => page.text('#menu a'), /Platform/);
      await page.press('Escape');
      await page.waitFor(() => page.text('#menu a'), /^$/);
      assert.equal(await page.focused(), 'Menu');
      await page.press('Enter');
      await driver.evaluate('(document.body.id = "same")');
      await page.click('#menu a[href="/platform"]');
      await page.waitFor(page.address, /^\/platform$/);
      await page.waitFor(() => page.text('#menu a'), /^$/);
      assert.equal(await driver.evaluate('document.body.id'), 'same');
    });

    await t.test('Back returns to the page where it was left', async () => {
      await page.open('/platform');
      await page.click('footer a[href="/ecosystems"]');
      await page.waitFor(page.address, /^\/ecosystems$/);
      await page.waitFor(() => driver.evaluate('scrollY'), /^0$/);
      await driver.evaluate('history.back()');
      await page.waitFor(page.address, /^\/platform$/);
      await page.waitFor(() => driver.evaluate('scrollY > 500'), /true/);
    });

    await t.test('the form reports errors, and is filled in and sent by keyboard', async () => {
      await page.open('/contact');
      await page.click('form [type=submit]');
      await page.waitFor(page.focused, /10 fields need attention/);
      for (const [field, text] of Object.entries(typed)) {
        await page.tabTo(field);
        await page.press(...text);
      }
      await page.tabTo(contact.form.submit);
      await page.press('Enter');
      await page.waitFor(() => page.text('.field-error'), /^Please enter a valid email address$/);
      await page.tabTo('email');
      await page.press('End', ...'.example');
      await page.tabTo(contact.form.submit);
      await page.press('Enter');
      await page.waitFor(() => page.text('.outcome'), /Inquiry received/);
      const store = await openStore({ file: path.join(folder, 'inquiries.sqlite') });
      const inquiries = await listInquiries(store);
      await store.close();
      assert.equal(inquiries.length, 1);
      const chosen = { persona: 'operator', companySize: '51-200', timeline: '3-6months' };
      const email = `${typed.email}.example`;
      assert.partialDeepStrictEqual(inquiries[0], { ...typed, ...chosen, email });
    });
  });
}

function createPage(driver: Driver, origin: string) {
  const evaluate = <Values extends unknown[]>(
    inPage: (...values: Values) => unknown,
    ...values: Values
  ) => driver.evaluate(`(${inPage})(...${JSON.stringify(values)})`);

  /** Polls until `read` returns a text that matches. */
  async function waitFor(read: () => Promise<unknown>, pattern: RegExp) {
    let value = '';
    for (const end = Date.now() + 20_000; Date.now() < end; await sleep(50)) {
      value = String(await read());
      if (pattern.test(value)) return;
    }
    assert.match(value, pattern);
  }

  async function press(...keys: string[]) {
    const actions = keys
      .map((key) => webDriverKeys[key] ?? key)
      .flatMap((value) => ['keyDown', 'keyUp'].map((type) => ({ type, value })));
    await driver.perform([{ type: 'key', id: 'keyboard', actions }]);
  }

  /** Returns the id, label or text of the focused element. */
  const focused = () =>
    evaluate(() => {
      const element = document.activeElement as HTMLElement;
      if (element === document.body) return '';
      return element.id || element.getAttribute('aria-label') || element.innerText.trim();
    });

  const page = {
    waitFor,
    press,
    focused,
    /** Opens a page and hydrates it by a key without other effect. */
    async open(pathname: string) {
      await driver.navigate(origin + pathname);
      await press('Shift');
      await waitFor(() => evaluate(() => !!document.querySelector('[data-hydrated]')), /true/);
    },
    address: () => evaluate(() => location.pathname + location.hash),
    /** Returns the texts of the visible elements that match, separated by `|`. */
    text: (selector: string) =>
      evaluate((selector) => {
        const all = [...document.querySelectorAll<HTMLElement>(selector)];
        const visible = all.filter((element) => element.checkVisibility());
        return visible.map(({ innerText }) => innerText.trim()).join('|');
      }, selector),
    /** Scrolls to the element and clicks its center. */
    async click(selector: string) {
      await waitFor(() => page.text(selector), /./);
      const center = evaluate((selector) => {
        const element = document.querySelector(selector) as HTMLElement;
        element.scrollIntoView({ block: 'center', behavior: 'instant' });
        const { left, top, width, height } = element.getBoundingClientRect();
        return { x: Math.round(left + width / 2), y: Math.round(top + height / 2) };
      }, selector);
      const { x, y } = (await center) as { x: number; y: number };
      const pause = { type: 'pause', duration: 200 };
      const press = ['pointerDown', 'pointerUp'].map((type) => ({ type, button: 0 }));
      const actions = [{ type: 'pointerMove', x, y }, pause, ...press];
      await driver.perform([{ type: 'pointer', id: 'mouse', actions }]);
    },
    /** Presses Tab until the element of this id or text has the focus. */
    async tabTo(name: string) {
      for (let count = 0; count < 60; count++) {
        if ((await focused()) === name) return;
        await press('Tab');
      }
      throw new Error(`Tab does not reach "${name}"`);
    },
  };
  return page;
}

const webDriverKeys: Record<string, string> = {
  Tab: '\ue004',
  Enter: '\ue006',
  Shift: '\ue008',
  Escape: '\ue00c',
  End: '\ue010',
};

/** Starts Firefox, controlled by WebDriver BiDi. */
async function startFirefox(cleanup: AsyncDisposableStack, folder: string): Promise<Driver> {
  const firefox = start(cleanup, process.env['FIREFOX'] ?? 'firefox-esr', [
    ...['--headless', '--no-remote', '--remote-debugging-port=0', '--profile', folder],
  ]);
  const [, url = ''] = await waitForLine(firefox.stderr, /BiDi listening on (ws:\S+)/);
  const socket = new WebSocket(`${url}/session`);
  await once(socket, 'open');
  const requests = new Map<number, PromiseWithResolvers<Record<string, unknown>>>();
  socket.addEventListener('message', ({ data }) => {
    const { id, result, error, message } = JSON.parse(String(data));
    if (error) requests.get(id)?.reject(new Error(message));
    else requests.get(id)?.resolve(result);
  });
  const send = (method: string, params: object) => {
    const id = requests.size + 1;
    const request = Promise.withResolvers<Record<string, unknown>>();
    requests.set(id, request);
    socket.send(JSON.stringify({ id, method, params }));
    return request.promise;
  };
  await send('session.new', { capabilities: {} });
  // A new window has the focus, without which Enter does not press a button.
  const { context } = await send('browsingContext.create', { type: 'window' });
  await send('browsingContext.setViewport', { context, viewport: size });
  return {
    navigate: (url) => send('browsingContext.navigate', { context, url, wait: 'complete' }),
    async evaluate(expression) {
      const options = { target: { context }, awaitPromise: false };
      const script = { expression: `JSON.stringify(${expression})`, ...options };
      const { result, exceptionDetails } = await send('script.evaluate', script);
      if (exceptionDetails) throw new Error(JSON.stringify(exceptionDetails));
      const { value } = result as { value?: string };
      return value && JSON.parse(value);
    },
    perform: (actions) => send('input.performActions', { context, actions }),
  };
}

/** Starts WebKitGTK's MiniBrowser on a virtual screen, controlled by WebDriver. */
async function startWebKit(cleanup: AsyncDisposableStack, folder: string): Promise<Driver> {
  const screen = start(cleanup, 'Xvfb', ['-displayfd', '1', '-screen', '0', '1400x1200x24']);
  const [display] = await waitForLine(screen.stdout, /^\d+$/);
  const port = await freePort();
  const env = { DISPLAY: `:${display}`, GDK_BACKEND: 'x11', XDG_DATA_HOME: folder };
  start(cleanup, 'WebKitWebDriver', [`--port=${port}`], env);
  const request = async (method: string, pathname: string, body?: object) => {
    const url = `http://127.0.0.1:${port}${pathname}`;
    const response = await fetch(url, { method, body: body ? JSON.stringify(body) : null });
    const { value } = (await response.json()) as { value: Record<string, unknown> };
    if (!response.ok) throw new Error(`${pathname}: ${JSON.stringify(value)}`);
    return value;
  };
  while (!(await request('GET', '/status').catch(() => undefined))) await sleep(50);
  const { sessionId } = await request('POST', '/session', { capabilities: {} });
  const send = (command: string, body = {}) =>
    request('POST', `/session/${sessionId}/${command}`, body);
  // Without a window manager, the window below the pointer, in the center, has the focus.
  await send('window/rect', { x: 350, y: 150, ...size });
  return {
    navigate: (url) => send('url', { url }),
    evaluate: (expression) => send('execute/sync', { script: `return ${expression}`, args: [] }),
    perform: (actions) => send('actions', { actions }),
  };
}

function start(cleanup: AsyncDisposableStack, file: string, args: string[], env: object = {}) {
  const program = spawn(file, args, { env: { ...process.env, ...env } });
  program.on('error', () => {
    throw new Error(`${file} is missing: apt-get install firefox-esr webkit2gtk-driver xvfb`);
  });
  cleanup.defer(async () => {
    program.kill();
    if (program.exitCode === null && program.signalCode === null) await once(program, 'exit');
  });
  return program;
}

async function waitForLine(input: Readable, pattern: RegExp) {
  for await (const line of createInterface({ input })) {
    const match = pattern.exec(line);
    if (!match) continue;
    input.resume();
    return match;
  }
  throw new Error('The program ended');
}
