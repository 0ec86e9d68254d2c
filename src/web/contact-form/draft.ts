const draftStorageKey = 'inquiry';
/** The form's values until the inquiry is sent, also if storage is full or blocked. */
let lastDraft: string | undefined;

/** Holds the values that the browser submits, until the next page of the tab has the form. */
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

/** Remembers which values the browser submits: the receipt clears their draft, and no other. */
export function rememberSubmission(form: HTMLFormElement) {
  // Values that the browser filled in without an event are not in the draft yet.
  saveDraft(form);
  store(submittedStorageKey, lastDraft ?? '');
}

function store(key: string, text: string) {
  try {
    sessionStorage.setItem(key, text);
  } catch {
    // The draft stays in memory only, and ends with the page.
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
 * Fills empty fields only: other values come from the visitor, the browser or the server. Not those of
 * a returned form, whose values are newer: the server gives each a value, and a visitor may empty one.
 */
export function restoreDraft(form: HTMLFormElement) {
  if (form.querySelector('#firstName[value]')) return;
  for (const [name, value] of Object.entries(readDraft())) {
    const field = form.elements.namedItem(name) as HTMLInputElement | HTMLSelectElement | null;
    if (!field || field.value) continue;
    field.value = value;
    // An option that no longer exists leaves a select blank: select the placeholder.
    field.value ||= '';
  }
}

/**
 * Clears the draft if this page is the receipt of its values. Forgets the submission on each page: it is
 * the response, or the visitor did not wait for it.
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
