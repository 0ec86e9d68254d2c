import { forgetDraft, restoreDraft, saveDraft } from './contact/draft.ts';
import { pageAt, pages } from './page-table.ts';
import styles from './styles/application.css?url';

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

let isTakenOver = false;

function takeOver() {
  // An intent and the idle moment can both come.
  if (isTakenOver) return;
  isTakenOver = true;
  for (const intent of intents) removeEventListener(intent, takeOver, true);
  // Beside the application, which would ask for it only once it runs.
  pageAt(location.pathname)().catch(() => undefined); // The application asks too, and hears of a failure.
  Promise.all([import('./client.tsx'), loadStyles()])
    .then(([client]) => client.takeOver(pages))
    .catch((error: Error) => {
      // Where a script can't be had the page stays as it is: readable, with links and form working.
      if (!/^(TypeError|PageScriptGone)$/.test(error.name)) reportError(error);
    });
}

/** The styles of all pages take the place of the document's, which has those of its own page. */
function loadStyles() {
  if (import.meta.env.DEV) return; // There it has them all.
  return new Promise((resolve, reject) => {
    const link = document.createElement('link');
    const success = () => {
      document.querySelector('style + style')?.remove();
      resolve(undefined);
    };
    const failure = () => reject(new TypeError('The style sheet could not be loaded'));
    Object.assign(link, { rel: 'stylesheet', href: styles, onload: success, onerror: failure });
    document.head.append(link);
  });
}

const [form] = document.forms;

// Older browsers keep the documents, which work as they are: the style sheet goes by the same sign.
if (matchMedia('(scripting: enabled)').matches) {
  for (const intent of intents)
    addEventListener(intent, takeOver, { capture: true, passive: true });
  if (form && 'requestIdleCallback' in globalThis) {
    addEventListener('load', () => setTimeout(() => requestIdleCallback(takeOver), settledMs));
  }
}

if (form) {
  // The thanks for an inquiry that was posted; a reload may come when the next one is being typed.
  if (document.getElementById('sent') && isFirstVisit()) forgetDraft();
  // To open the store takes a while: not while the page is painted.
  else setTimeout(() => restoreDraft(form));
}
// Safari empties a field with autocomplete="off" when Back brings a page out of its cache.
addEventListener('pageshow', ({ persisted }) => {
  const [shown] = document.forms;
  if (persisted && shown) setTimeout(() => restoreDraft(shown));
});
addEventListener('input', ({ target }) => {
  // A form that the application has made, too.
  const { form } = target as HTMLInputElement;
  if (form) saveDraft(form);
});

/** Neither reloaded nor come back to. */
function isFirstVisit() {
  const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return visit?.type === 'navigate';
}
