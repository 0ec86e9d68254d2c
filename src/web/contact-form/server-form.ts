/** The form in the server's document, before hydration. */
export interface ServerForm {
  form: HTMLFormElement;
  /** Text in the message field. */
  message: string;
  /** The focused element, in the form or elsewhere. */
  focused: Element | null;
}

/**
 * Finds the server-rendered form, which is in the document only at hydration. Call it while React
 * renders: a hydration mismatch removes the form and its focus before any effect runs.
 */
export function findServerForm(): ServerForm | undefined {
  const message = document.querySelector<HTMLTextAreaElement>('#message');
  if (!message?.form) return undefined;
  return { form: message.form, message: message.value, focused: document.activeElement };
}

/**
 * Moves values, focus and selection to the form that React creates after a hydration mismatch.
 * Extensions cause mismatches by adding elements. Runs in the task that replaces the form, so that
 * no keystroke is lost.
 */
export function moveToCreatedForm({ form, focused }: ServerForm, createdForm: HTMLFormElement) {
  // Without a mismatch, React keeps the server's form.
  if (form === createdForm) return;
  for (const element of form.elements) {
    const field = element as HTMLInputElement;
    const created = createdForm.elements.namedItem(field.name) as HTMLInputElement | null;
    if (!created) continue;
    created.value = field.value;
    if (field === focused) moveFocus(field, created);
  }
}

function moveFocus(field: HTMLInputElement, created: HTMLInputElement) {
  created.focus({ preventScroll: true });
  const { selectionStart, selectionEnd, selectionDirection } = field;
  // Selects and inputs of type email have no selection.
  if (typeof selectionStart !== 'number') return;
  created.setSelectionRange(selectionStart, selectionEnd, selectionDirection ?? undefined);
}
