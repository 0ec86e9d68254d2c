import { formValues, keyField, restoreDraft, saveDraft } from './contact-form/draft.ts';
import { keyring } from './contact-form/idempotency-key.ts';
import { pageAt, pages } from './routes.ts';

/** For how long a slow photograph may keep the fonts waiting. */
const patienceMs = 3000;

// Fonts come after the first painting and a photograph's, and so are never in their way. The text is
// set in both at once.
const fonts = ['1em Newsreader', '1em "Instrument Sans"'];
new PerformanceObserver(async (paints) => {
  if (paints.getEntriesByName('first-contentful-paint').length === 0) return;
  await painted(document.images[0]);
  await Promise.allSettled(fonts.map((font) => document.fonts.load(font)));
  document.documentElement.toggleAttribute('data-fonts', true);
}).observe({ type: 'paint', buffered: true });

/** Resolves once `image` is painted, fails to load, or has taken long enough. */
async function painted(image?: HTMLImageElement) {
  if (!image) return;
  const patience = new Promise((resolve) => setTimeout(resolve, patienceMs));
  await Promise.race([image.decode().catch(() => undefined), patience]);
  await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
}

// Safari draws a question mark in the middle of an image that cannot be had.
const hide = (image: HTMLImageElement) => (image.hidden = true);
for (const image of document.images) if (image.complete && !image.naturalWidth) hide(image);
addEventListener('error', ({ target }) => target instanceof Image && hide(target), true);

/**
 * The only script that a page loads by itself. Every control works natively, so the application
 * waits for the visitor's first intent; the form's page also takes an idle moment.
 */
const intents = [
  'pointerover',
  'pointerdown',
  'touchstart',
  'keydown',
  'focusin',
  'click',
  'input',
  'change',
  'submit',
];

/** To evaluate the application may hold up a phone for 200 ms: not while the visitor settles in. */
const settledMs = 5000;

/** Controls that need the application are replaced by text when it has not come by then. */
const hydrationTimeoutMs = 10_000;

/** The application is asked for again at the first intent after this time. */
const retryDelayMs = 1000;

type Progress = 'waiting' | 'loading' | 'hydrated';
let progress: Progress = 'waiting';
let hasFailed = false;
/** A control that needs the application and was pressed before it came. */
let pressed: HTMLElement | null | undefined;

async function hydrate() {
  // An intent and the idle moment can both come.
  if (progress !== 'waiting' || isSubmitting) return;
  progress = 'loading';
  const timeout = setTimeout(showStaticControls, hydrationTimeoutMs, true);
  try {
    // Beside the application, which would ask for it only once it runs.
    const page = pageAt(location.pathname)();
    const [client] = await Promise.all([import('./hydrate.tsx'), page]);
    if (isSubmitting) {
      progress = 'waiting';
      return;
    }
    await client.takeOver(pages);
    progress = 'hydrated';
    for (const intent of intents) removeEventListener(intent, hydrate, true);
    showStaticControls(false);
    pressed?.click();
  } catch (error) {
    showStaticControls(true);
    // Without a script the page stays as it is: readable, with links and form working.
    if (!isLoadError(error as Error)) reportError(error);
    else if (hasFailed) await reloadOnce();
    hasFailed = true;
    setTimeout(() => (progress = 'waiting'), retryDelayMs);
  } finally {
    clearTimeout(timeout);
  }
}

/** Shows as text what the controls that need the application would show. */
const showStaticControls = (isStatic: boolean) =>
  document.documentElement.toggleAttribute('data-static', isStatic);

/** Browsers name a script that they cannot load by a TypeError, each in words of its own. */
const isLoadError = ({ name, message }: Error) =>
  name === 'PageScriptGone' || (name === 'TypeError' && /module/.test(message));

/** Older browsers remember a failed import for as long as the document lives. */
async function reloadOnce() {
  if (visit?.type === 'reload') return;
  const response = await fetch(location.href, { method: 'HEAD' }).catch(() => undefined);
  if (response?.ok) location.reload();
}

const [form] = document.forms;
const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];

// Older browsers keep the documents, which work as they are: the style sheet goes by the same sign.
if (matchMedia('(scripting: enabled)').matches) {
  for (const intent of intents) addEventListener(intent, hydrate, { capture: true, passive: true });
  if (form && 'requestIdleCallback' in globalThis) {
    addEventListener('load', () => setTimeout(() => requestIdleCallback(hydrate), settledMs));
  }
}

// The history holds pages that the application has shown before a reload: nothing here draws them.
const documentPath = new URL(visit?.name ?? location.href).pathname;
const reloadOtherPage = () => {
  if (progress !== 'hydrated' && location.pathname !== documentPath) location.reload();
};
addEventListener('popstate', reloadOtherPage);
reloadOtherPage();

// In the bubble phase of the window: the application has prevented the events that it handles.
addEventListener('click', (event) => {
  const target = event.target as Element;
  if (progress === 'hydrated' || event.defaultPrevented) return;
  pressed = target.closest<HTMLElement>('.copy-button, .hint-button');
  const tab = target.closest<HTMLAnchorElement>('.tab');
  if (!tab || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  location.replace(tab.hash);
});

/** A native submission that has had no answer for so long may be repeated: its key stays the same. */
const submissionTimeoutMs = 20_000;
let isSubmitting = false;

/** A second click within this time after a submission reaches the page of thanks. */
const repeatedClickMs = 1000;
const startedAtMs = performance.now();

addEventListener('submit', (event) => {
  if (event.defaultPrevented) return;
  if (document.getElementById('sent') && performance.now() - startedAtMs < repeatedClickMs) {
    event.preventDefault();
    return;
  }
  const form = event.target as HTMLFormElement;
  const key = form.elements.namedItem(keyField) as HTMLInputElement;
  key.value = keyring.keyFor(formValues(form));
  showSubmitting(form, true);
  setTimeout(showSubmitting, submissionTimeoutMs, form, false);
});

/** Shows the state of the specification's part 4 while the browser itself submits the form. */
function showSubmitting(form: HTMLFormElement, value: boolean) {
  const button = form.querySelector<HTMLButtonElement>('[type=submit]');
  if (!button || isSubmitting === value) return;
  isSubmitting = value;
  const { textContent, dataset } = button;
  button.textContent = dataset['submitting'] ?? '';
  dataset['submitting'] = textContent;
  button.disabled = value;
}

if (form) {
  // The thanks for an inquiry that was posted; a reload may come when the next one is being typed.
  if (document.getElementById('sent') && visit?.type === 'navigate') keyring.forget();
  // To open the store takes a while: not while the page is painted.
  else setTimeout(() => restoreDraft(form));
}
addEventListener('pageshow', ({ persisted }) => {
  const [shown] = document.forms;
  if (!persisted || !shown) return;
  showSubmitting(shown, false);
  // Safari empties a field with autocomplete="off" when Back brings a page out of its cache.
  setTimeout(() => restoreDraft(shown));
});
// Some autofill fires only `change`.
for (const type of ['input', 'change']) {
  addEventListener(type, ({ target }) => {
    // A form that the application has made, too.
    const { form } = target as HTMLInputElement;
    if (form) saveDraft(form);
  });
}
