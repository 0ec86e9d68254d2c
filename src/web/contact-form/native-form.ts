import { clearSubmittedDraft, rememberSubmission, restoreDraft, saveDraft } from './draft.ts';

/** Ignores a second click or Enter within this time after a success. */
export const repeatedClickMs = 1000;

/** A native submission without response can be repeated after this time. */
const submissionTimeoutMs = 20_000;

let isSubmitting = false;
export const isSubmittingNatively = () => isSubmitting;

/** Prepares what the browser submits itself: before hydration, and in browsers that are not hydrated. */
export function prepareNativeSubmissions() {
  const loadedAtMs = performance.now();

  addEventListener('submit', (event) => {
    if (event.defaultPrevented) return;
    // A second click may reach the receipt page.
    if (document.getElementById('sent') && performance.now() - loadedAtMs < repeatedClickMs) {
      event.preventDefault();
      return;
    }
    const form = event.target as HTMLFormElement;
    rememberSubmission(form);
    setSubmitting(form, true);
    setTimeout(setSubmitting, submissionTimeoutMs, form, false);
  });

  // Back can restore the page as it was submitted.
  addEventListener('pageshow', ({ persisted }) => {
    const [form] = document.forms;
    if (persisted && form) setSubmitting(form, false);
  });
}

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

/** Keeps the draft, and shows the fields for the persona, before hydration and without it. */
export function watchFields() {
  const [form] = document.forms;
  if (form) {
    // Reading storage is slow: defer it until after the paint.
    setTimeout(clearSubmittedDraft);
    setTimeout(restoreDraft, 0, form);
    setTimeout(keepInitialValues, 0, form);
  }

  // Some autofill fires only `change`.
  for (const type of ['input', 'change']) {
    addEventListener(type, ({ target }) => {
      // Read the form here, since hydration may create a new one.
      const { form: current } = target as HTMLInputElement;
      if (current) keepValues(current);
    });
  }
}

function keepInitialValues(form: HTMLFormElement) {
  const [navigation]: Partial<PerformanceNavigationTiming>[] =
    performance.getEntriesByType('navigation');
  showFundingFields(form);
  // After Back, the browser may have restored an inquiry that was sent.
  if (navigation?.type !== 'back_forward') saveDraft(form);
}

function keepValues(form: HTMLFormElement) {
  showFundingFields(form);
  saveDraft(form);
}

/** Tells the style sheet the persona in browsers without `:has()`. */
function showFundingFields(form: HTMLFormElement) {
  if (CSS.supports('selector(:has(*))')) return;
  form.dataset['persona'] = (form.elements.namedItem('persona') as HTMLSelectElement).value;
}
