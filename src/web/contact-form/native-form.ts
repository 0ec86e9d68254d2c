import { clearSubmittedDraft, rememberSubmission, restoreDraft, saveDraft } from './draft.ts';

/** Time after a success within which a second click or Enter is ignored. */
export const repeatedClickMs = 1000;

/** Time after which a native submission without response can be repeated. */
const submissionTimeoutMs = 20_000;

let isSubmitting = false;
export const isSubmittingNatively = () => isSubmitting;

/** Handles native submissions: before hydration, and in browsers that do not hydrate. */
export function prepareNativeSubmissions() {
  /** Monotonic. */
  const loadedMs = performance.now();

  addEventListener('submit', (event) => {
    if (event.defaultPrevented) return;
    // Ignore the second click of a double click, which may reach the receipt page.
    if (document.getElementById('sent') && performance.now() - loadedMs < repeatedClickMs) {
      event.preventDefault();
      return;
    }
    const form = event.target as HTMLFormElement;
    rememberSubmission(form);
    setSubmitting(form, true);
    setTimeout(setSubmitting, submissionTimeoutMs, form, false);
  });

  // Back may restore the page in its submitting state.
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

/** Saves the draft and shows the fields for the selected persona, also without hydration. */
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
      // Hydration may have replaced the form, so get it from the event.
      const { form: current } = target as HTMLInputElement;
      if (current) keepValues(current);
    });
  }
}

function keepInitialValues(form: HTMLFormElement) {
  const [navigation]: Partial<PerformanceNavigationTiming>[] =
    performance.getEntriesByType('navigation');
  showFundingFields(form);
  // After Back, the browser may have restored the values of a sent inquiry.
  if (navigation?.type !== 'back_forward') saveDraft(form);
}

function keepValues(form: HTMLFormElement) {
  showFundingFields(form);
  saveDraft(form);
}

/** Sets the attribute by which the style sheet selects the fields in browsers without `:has()`. */
function showFundingFields(form: HTMLFormElement) {
  if (CSS.supports('selector(:has(*))')) return;
  form.dataset['persona'] = (form.elements.namedItem('persona') as HTMLSelectElement).value;
}
