import {
  clearDraft,
  readFormValues,
  idempotencyKeyField,
  restoreDraft,
  saveDraft,
} from './contact-form/draft.ts';
import { getIdempotencyKey, getSecret, repeatedClickMs } from './contact-form/idempotency-key.ts';
import { matchRoute } from './routes.ts';

/** Maximum delay of the fonts by a slow hero image. */
const fontTimeoutMs = 3000;

// Fonts load after the first paint and the hero image, so that they do not delay either. Both are
// applied at once, for a single reflow.
const fonts = ['1em FirmSerif', '1em FirmSans'];
new PerformanceObserver(async (paints) => {
  if (paints.getEntriesByName('first-contentful-paint').length === 0) return;
  await waitForImagePaint(document.images[0]);
  await Promise.allSettled(fonts.map((font) => document.fonts.load(font)));
  document.documentElement.classList.add('fonts-loaded');
  // Before the first tap, which would wait for it. Older Safaris lack requestIdleCallback.
  if (canHydrate && canPrefetch) (globalThis.requestIdleCallback ?? setTimeout)(startHydration);
}).observe({ type: 'paint', buffered: true });

/** Resolves once `image` is painted, fails to load, or times out. */
async function waitForImagePaint(image?: HTMLImageElement) {
  if (!image) return;
  const timeout = new Promise((resolve) => setTimeout(resolve, fontTimeoutMs));
  await Promise.race([image.decode().catch(() => undefined), timeout]);
  await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
}

// Safari shows a placeholder in the middle of a broken image.
const hideImage = (image: HTMLImageElement) => (image.hidden = true);
for (const image of document.images) if (image.complete && !image.naturalWidth) hideImage(image);
addEventListener('error', ({ target }) => target instanceof Image && hideImage(target), true);

/** Events that start hydration. Every control works natively before. */
const intents = ['pointerover', 'pointerdown', 'keydown', 'focusin', 'click', 'input', 'change'];

/** After this time, text replaces the controls that need the application. */
const hydrationTimeoutMs = 10_000;

/** After a failure, an intent retries hydration from this time on. */
const retryDelayMs = 1000;

/** False with `Save-Data` or `prefers-reduced-data`, which not every browser supports. */
const { connection } = navigator as { connection?: { saveData?: boolean } };
const canPrefetch = !connection?.saveData && !matchMedia('(prefers-reduced-data: reduce)').matches;

let progress: 'waiting' | 'loading' | 'hydrated' = 'waiting';
/** The control that was pressed before hydration: clicked again after it. */
let pressedControl: HTMLElement | null | undefined;

async function startHydration() {
  // An intent and the idle callback can both call this.
  if (progress !== 'waiting' || isSubmitting) return;
  progress = 'loading';
  const timeout = setTimeout(showStaticControls, hydrationTimeoutMs, true);
  try {
    // Loads the page's script in parallel with the application.
    const loadPage = matchRoute(location.pathname);
    const [client, page] = await Promise.all([import('./hydrate.tsx'), loadPage()]);
    if (isSubmitting) {
      progress = 'waiting';
      return;
    }
    await client.hydrate(page, matchRoute, canPrefetch);
    progress = 'hydrated';
    for (const intent of intents) removeEventListener(intent, startHydration, true);
    showStaticControls(false);
    pressedControl?.click();
  } catch (error) {
    showStaticControls(true);
    // If a script fails to load, links and form keep working natively. Browsers throw a TypeError then,
    // with different messages.
    const { name, message } = error as Error;
    if (name !== 'TypeError' || !message.includes('module')) reportError(error);
    setTimeout(() => (progress = 'waiting'), retryDelayMs);
  } finally {
    clearTimeout(timeout);
  }
}

/** Shows text instead of the controls that need the application. */
const showStaticControls = (isStatic: boolean) =>
  document.documentElement.toggleAttribute('data-static', isStatic);

const [form] = document.forms;
const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];

// Older browsers are not hydrated. The style sheet uses the same media query.
const canHydrate = matchMedia('(scripting: enabled)').matches;
if (canHydrate) {
  for (const intent of intents)
    addEventListener(intent, startHydration, { capture: true, passive: true });
}

// After a reload, the history may hold pages of client navigations, which need their own document.
const documentPath = new URL(navigation?.name ?? location.href).pathname;
const reloadIfPathChanged = () => {
  if (progress !== 'hydrated' && location.pathname !== documentPath) location.reload();
};
addEventListener('popstate', reloadIfPathChanged);
reloadIfPathChanged();

// In the bubble phase, after the application has called preventDefault on the events it handles.
addEventListener('click', ({ target, defaultPrevented }) => {
  if (progress === 'hydrated' || defaultPrevented) return;
  pressedControl = (target as Element).closest<HTMLElement>('.help-button');
});

/** A native submission without response can be repeated after this time, with the same key. */
const submissionTimeoutMs = 20_000;
let isSubmitting = false;

const loadedAtMs = performance.now();

addEventListener('submit', (event) => {
  if (event.defaultPrevented) return;
  // A second click may reach the success page.
  if (document.getElementById('sent') && performance.now() - loadedAtMs < repeatedClickMs) {
    event.preventDefault();
    return;
  }
  const form = event.target as HTMLFormElement;
  const key = form.elements.namedItem(idempotencyKeyField) as HTMLInputElement;
  key.value = getIdempotencyKey(readFormValues(form));
  setSubmitting(form, true);
  setTimeout(setSubmitting, submissionTimeoutMs, form, false);
});

/** Shows the submitting state (specification, part 4) during a native submission. */
function setSubmitting(form: HTMLFormElement, value: boolean) {
  const button = form.querySelector<HTMLButtonElement>('[type=submit]');
  if (!button || isSubmitting === value) return;
  isSubmitting = value;
  const { textContent, dataset } = button;
  button.textContent = dataset['submitting'] ?? '';
  dataset['submitting'] = textContent;
  button.disabled = value;
}

if (form) {
  // Clear the draft of the sent inquiry. After a reload it may already be that of the next one.
  if (document.getElementById('sent') && navigation?.type === 'navigate') clearDraft();
  // Reading storage is slow: defer it until after the paint.
  else setTimeout(() => restoreDraft(form));
  setTimeout(() => showFundingFields(form));
}

/** Tells the style sheet the persona in browsers without `:has()`. */
function showFundingFields(form: HTMLFormElement) {
  if (CSS.supports('selector(:has(*))')) return;
  form.dataset['persona'] = (form.elements.namedItem('persona') as HTMLSelectElement).value;
}
addEventListener('pageshow', ({ persisted }) => {
  const [restoredForm] = document.forms;
  if (persisted && restoredForm) setSubmitting(restoredForm, false);
});
// Some autofill fires only `change`.
for (const type of ['input', 'change']) {
  addEventListener(type, ({ target }) => {
    // Read the form here, since hydration may create a new one.
    const { form } = target as HTMLInputElement;
    if (!form) return;
    showFundingFields(form);
    saveDraft(form);
    getSecret();
  });
}
