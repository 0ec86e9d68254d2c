import { createContext } from 'react';
import { contact } from '../../content/contact.ts';
import type { ReceiptTimes } from '../../inquiry/deadlines.ts';
import { fieldNames, parseInquiry, type Field, type Inquiry } from '../../inquiry/inquiry.ts';
import type { PostedForm, SiteData } from '../site-data.ts';
import { readDraft } from './draft.ts';
import type { RateLimitResponse } from './send-inquiry.ts';

export type Errors = { [name in Field | 'form']?: string | undefined };

export interface FormState {
  /** Specification, part 4. */
  status: 'idle' | 'submitting' | 'failed' | 'sent';
  /** Initial values of the fields, which are uncontrolled. */
  values: Partial<Record<Field, string>>;
  errors: Errors;
  /** Number of rejected attempts: each new one moves focus to the error summary. */
  rejections: number;
  /** Values that were typed when the honeypot was filled again: a program fills it at each attempt. */
  blocked?: Partial<Inquiry> | undefined;
  /** Number of sent inquiries: each new one empties the form. */
  sentCount: number;
  /** The last sent inquiry, until something is typed: Back to its history entry shows the thanks again. */
  lastSent?: { entry: string; atMs: number } | undefined;
  /** Times of the last sent inquiry, if the server said when it arrived. */
  receipt?: ReceiptTimes | undefined;
  /** The last failed inquiry. */
  failure?: {
    reason: 'failed' | RateLimitResponse['reason'];
    retryAfterSeconds?: number;
    inquiry: Inquiry;
    /** No response came to the last request, which something between may block. */
    isUnanswered: boolean;
  };
}

const idle: FormState = { status: 'idle', values: {}, errors: {}, rejections: 0, sentCount: 0 };

export const FormStateContext = createContext(idle);

/** The state of the browser's form. Not in a component, since a submission outlives its page. */
let state = idle;
const listeners = new Set<() => void>();

export const getFormState = () => state;

export function subscribeToFormState(listener: () => void) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

export function updateFormState(changes: Partial<FormState>) {
  state = { ...state, ...changes };
  for (const notify of listeners) notify();
}

export const rejectForm = (changes: Partial<FormState>) =>
  updateFormState({ ...changes, rejections: state.rejections + 1 });

/** Validates the affected fields that have an error, and updates their errors. */
export function correctErrors(form: HTMLFormElement, isAffected: (field: Field) => boolean) {
  const { errors } = state;
  const invalid = fieldNames.filter((field) => errors[field] && isAffected(field));
  if (invalid.length === 0) return;
  const parsed = parseForm(form);
  const messages: Errors = parsed.ok ? {} : parsed.fields;
  const corrected = Object.fromEntries(invalid.map((field) => [field, messages[field]]));
  updateFormState({ errors: { ...errors, ...corrected } });
}

export const parseForm = (form: HTMLFormElement) =>
  parseInquiry(Object.fromEntries(new FormData(form)));

/** The server's form and its focused field, which a hydration mismatch replaces. */
let serverForm: { form: HTMLFormElement; focused: Element | null } | undefined;

/** Returns the state of the form that the server renders, with the result of a native submission. */
const createServerState = ({ posted, sent }: SiteData): FormState => ({
  ...idle,
  status: sent ? 'sent' : 'idle',
  receipt: sent,
  values: posted?.values ?? {},
  errors: posted ? describeErrors(posted) : {},
});

function describeErrors({ errors, cut = [] }: PostedForm): Errors {
  const described = Object.entries(errors).map(([name, error]) => [
    name,
    cut.includes(name) ? `${error}. ${contact.errors.cut}` : error,
  ]);
  return Object.fromEntries(described);
}

/** Sets the state of the form before its first render: that of the server's form, or of a later visit. */
export function openForm(site: SiteData, entry: string): FormState {
  if (import.meta.env.SSR) return createServerState(site);
  const message = document.querySelector<HTMLTextAreaElement>('#message');
  if (message?.form) {
    serverForm = { form: message.form, focused: document.activeElement };
    state = createServerState(site);
    // Hydration resets a textarea to its rendered text: keep the current value.
    if (message.value) state.values = { ...state.values, message: message.value };
    return state;
  }
  const reopened = entry === state.lastSent?.entry ? 'sent' : 'idle';
  const status = state.status === 'submitting' ? state.status : reopened;
  return (state = { ...state, values: readDraft(), errors: {}, status });
}

/**
 * Moves values, focus and selection to the form that React creates after a hydration mismatch, which
 * extensions cause by adding elements. In the same task as the replacement, so that no key is lost.
 */
export function replaceServerForm(form: HTMLFormElement) {
  const replaced = serverForm;
  serverForm = undefined;
  if (!replaced || replaced.form === form) return;
  for (const field of replaced.form.elements) {
    const { name, value } = field as HTMLInputElement;
    const created = form.elements.namedItem(name) as HTMLInputElement | null;
    if (!created) continue;
    created.value = value;
    if (field !== replaced.focused) continue;
    created.focus({ preventScroll: true });
    const { selectionStart, selectionEnd, selectionDirection } = field as HTMLInputElement;
    // Selects and inputs of type email have no selection.
    if (typeof selectionStart !== 'number') continue;
    created.setSelectionRange(selectionStart, selectionEnd, selectionDirection ?? undefined);
  }
}
