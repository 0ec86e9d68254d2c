import { clearDraft, restoreDraft, saveDraft } from './draft.ts';
import { getSecret } from './idempotency-key.ts';

/** Keeps the draft, and shows the fields for the persona, before hydration and without it. */
export function watchFields() {
  const [form] = document.forms;
  if (form) {
    const [navigation]: Partial<PerformanceNavigationTiming>[] =
      performance.getEntriesByType('navigation');
    // Clear the draft of the sent inquiry. After a reload it may already be that of the next one.
    if (document.getElementById('sent') && navigation?.type === 'navigate') clearDraft();
    // Reading storage is slow: defer it until after the paint.
    else setTimeout(restoreDraft, 0, form);
    setTimeout(showFundingFields, 0, form);
  }

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
}

/** Tells the style sheet the persona in browsers without `:has()`. */
function showFundingFields(form: HTMLFormElement) {
  if (CSS.supports('selector(:has(*))')) return;
  form.dataset['persona'] = (form.elements.namedItem('persona') as HTMLSelectElement).value;
}
