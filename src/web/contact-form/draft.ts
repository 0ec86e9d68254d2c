const draftStorageKey = 'inquiry';
/**
 * The form's values until the inquiry is sent. Kept in memory because storage may be full or
 * blocked.
 */
let lastDraft: string | undefined;

/** Key of the values that the browser submits. They are removed on the next page with the form. */
const submittedStorageKey = 'inquiry-submitted';

/** Returns the form's values by field name, without the honeypot. */
export function readFormValues(form: HTMLFormElement): Record<string, string> {
  const values = new FormData(form);
  values.delete('honeypot');
  return Object.fromEntries(values) as Record<string, string>;
}

export function saveDraft(form: HTMLFormElement) {
  const values = readFormValues(form);
  if (!Object.values(values).some(Boolean)) return clearDraft();
  lastDraft = JSON.stringify(values);
  store(draftStorageKey, lastDraft);
}

/**
 * Stores the values that the browser submits, so that the receipt clears their draft and no newer
 * one.
 */
export function rememberSubmission(form: HTMLFormElement) {
  // Includes values that the browser filled in without an event.
  saveDraft(form);
  store(submittedStorageKey, lastDraft ?? '');
}

function store(key: string, text: string) {
  try {
    sessionStorage.setItem(key, text);
  } catch {
    // Keep the draft in memory only: it is lost when the visitor leaves the page.
  }
}

export function readDraft(): Record<string, string> {
  try {
    const draft: object = JSON.parse(lastDraft ?? sessionStorage.getItem(draftStorageKey) ?? '');
    const entries = Object.entries(draft).filter(([, value]) => typeof value === 'string');
    return Object.fromEntries(entries);
  } catch {
    return {};
  }
}

/**
 * Fills the empty fields with the draft. Other fields have values of the visitor, the browser or
 * the server. Skips a form that the server returned with errors: its values are newer than the
 * draft, and the visitor may have emptied a field.
 */
export function restoreDraft(form: HTMLFormElement) {
  if (form.querySelector('#firstName[value]')) return;
  for (const [name, value] of Object.entries(readDraft())) {
    const field = form.elements.namedItem(name) as HTMLInputElement | HTMLSelectElement | null;
    if (!field || field.value) continue;
    field.value = value;
    // A choice that no longer exists leaves the select blank: select the placeholder.
    field.value ||= '';
  }
}

/**
 * Clears the draft if this page is the receipt for its values. Forgets the submission in any case:
 * this page is the response, or the visitor did not wait for one.
 */
export function clearSubmittedDraft() {
  try {
    const submitted = sessionStorage.getItem(submittedStorageKey);
    sessionStorage.removeItem(submittedStorageKey);
    const isSent = document.getElementById('sent');
    if (isSent && submitted === sessionStorage.getItem(draftStorageKey)) clearDraft();
  } catch {
    // Storage is blocked, so nothing is stored.
  }
}

export function clearDraft() {
  lastDraft = undefined;
  try {
    sessionStorage.removeItem(draftStorageKey);
  } catch {
    // Storage is blocked, so nothing is stored.
  }
}
