import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { type BrowserSettings, type Driver, offlineProxy } from './driver.ts';
import { findProgram } from './find-program.ts';
import { browserFolder, startProgram } from './start-program.ts';

const names = [
  'firefox',
  'firefox-esr',
  '/Applications/Firefox.app/Contents/MacOS/firefox',
  'C:\\Program Files\\Mozilla Firefox\\firefox.exe',
];

/** A Firefox with an empty profile, driven by WebDriver BiDi: https://www.w3.org/TR/webdriver-bidi/ */
export async function startFirefox(settings: BrowserSettings = {}): Promise<Driver> {
  const program = findProgram('FIREFOX', names, 'Firefox', 'firefox-esr');
  const profile = await browserFolder();
  writeFileSync(path.join(profile, 'user.js'), preferences(settings));
  const args = ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port', '0'];
  const address = await startProgram(program, args).printed(/BiDi listening on (ws:\S+)/);
  const messages: string[] = [];
  const send = await connect(`${address}/session`, (event) => {
    const { level, text } = event.params;
    if (event.method === 'log.entryAdded') messages.push(`${level}: ${text}`);
  });

  await send('session.new', { capabilities: { alwaysMatch: { proxy: offlineProxy } } });
  await send('session.subscribe', { events: ['log.entryAdded'] });
  // The tab that the browser starts with has no focus.
  const { context } = await send('browsingContext.create', { type: 'tab' });

  return {
    async navigate(url) {
      messages.length = 0;
      await send('browsingContext.navigate', { context, url, wait: 'complete' });
    },
    async traverse(delta) {
      await send('browsingContext.traverseHistory', { context, delta });
    },
    async reload() {
      await send('browsingContext.reload', { context, wait: 'complete' });
    },
    async evaluate(expression) {
      const answer = await send('script.evaluate', {
        expression: `(${toJson})(${expression})`,
        target: { context },
        awaitPromise: true,
        userActivation: false,
      });
      if (answer.type === 'exception') throw new Error(answer.exceptionDetails.text);
      return JSON.parse(answer.result.value);
    },
    async perform(actions) {
      await send('input.performActions', { context, actions });
    },
    async resize(width, height) {
      await send('browsingContext.setViewport', { context, viewport: { width, height } });
    },
    async screenshot() {
      const { data } = await send('browsingContext.captureScreenshot', { context });
      return Buffer.from(data, 'base64');
    },
    async print() {
      const { data } = await send('browsingContext.print', { context });
      return Buffer.from(data, 'base64');
    },
    messages: async () => messages,
  };
}

/** In the page. Without JavaScript no promise would ever call back. */
const toJson = (value: unknown) =>
  value instanceof Promise
    ? value.then((resolved) => JSON.stringify(resolved ?? null))
    : JSON.stringify(value ?? null);

function preferences({ colorScheme, reducedMotion, javaScript }: BrowserSettings) {
  const values = {
    'ui.systemUsesDarkTheme': Number(colorScheme === 'dark'),
    'ui.prefersReducedMotion': Number(reducedMotion ?? false),
    'javascript.enabled': javaScript ?? true,
    'ui.useOverlayScrollbars': 1,
    'app.normandy.enabled': false,
    'browser.shell.checkDefaultBrowser': false,
    'datareporting.policy.dataSubmissionEnabled': false,
  };
  return Object.entries(values)
    .map(([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`)
    .join('');
}

// eslint-disable-next-line @typescript-eslint/no-explicit-any
type Loose = any;

async function connect(url: string, onEvent: (event: Loose) => void) {
  const socket = new WebSocket(url);
  const answers = new Map<number, (answer: Loose) => void>();
  socket.onmessage = ({ data }) => {
    const message = JSON.parse(String(data));
    if (message.type === 'event') onEvent(message);
    else answers.get(message.id)?.(message);
  };
  await new Promise((resolve, reject) => {
    socket.onopen = resolve;
    socket.onerror = reject;
  });
  let lastId = 0;
  return async function send(method: string, params: object = {}): Promise<Loose> {
    const id = (lastId += 1);
    const answer = await new Promise<Loose>((resolve) => {
      answers.set(id, resolve);
      socket.send(JSON.stringify({ id, method, params }));
    });
    answers.delete(id);
    if (answer.type === 'error') throw new Error(`${method}: ${answer.message}`);
    return answer.result;
  };
}
