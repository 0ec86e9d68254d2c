/**
 * What a visitor has typed of an inquiry, kept in this tab until it is sent. Storage may be full,
 * forbidden or hold something else: then there is no draft, and the form works as without one.
 */
const key = 'inquiry';
/** Where ./idempotency-key.ts keeps the key under which it was sent: that goes with the draft. */
export const sentKey = 'inquiry-key';

/** The field that carries the idempotency key of a native submission. */
export const keyField = 'idempotencyKey';

/** Returns the texts of the form's fields by name, without those that no visitor fills. */
export function formValues(form: HTMLFormElement): Record<string, string> {
  const values = new FormData(form);
  values.delete('honeypot');
  values.delete(keyField);
  return Object.fromEntries(values) as Record<string, string>;
}

/** Keeps what the form holds now. */
export function saveDraft(form: HTMLFormElement) {
  try {
    sessionStorage.setItem(key, JSON.stringify(formValues(form)));
  } catch {
    // The last draft that could be kept stays.
  }
}

/** The kept texts by field name. */
export function readDraft(): Record<string, string> {
  try {
    const kept = Object.entries(JSON.parse(sessionStorage.getItem(key) ?? ''));
    return Object.fromEntries(kept.filter(([, value]) => typeof value === 'string')) as never;
  } catch {
    return {};
  }
}

/** Fills what is empty: a field with a text has it from the visitor, the browser or the server. */
export function restoreDraft(form: HTMLFormElement) {
  for (const [name, value] of Object.entries(readDraft())) {
    const field = form.elements.namedItem(name) as HTMLInputElement | HTMLSelectElement | null;
    if (!field || field.value) continue;
    field.value = value;
    // A choice that is offered no more leaves a select with nothing, not even its first option.
    field.value ||= '';
  }
}

export function forgetDraft() {
  try {
    sessionStorage.removeItem(key);
    sessionStorage.removeItem(sentKey);
  } catch {
    // Nothing was kept.
  }
}
