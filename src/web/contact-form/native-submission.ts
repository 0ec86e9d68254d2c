import { idempotencyKeyField, readFormValues } from './draft.ts';
import { getIdempotencyKey, repeatedClickMs } from './idempotency-key.ts';

/** A native submission without response can be repeated after this time, with the same key. */
const submissionTimeoutMs = 20_000;

let isSubmitting = false;
export const isSubmittingNatively = () => isSubmitting;

/** Prepares what the browser submits itself: before hydration, and in browsers that are not hydrated. */
export function prepareNativeSubmissions() {
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
