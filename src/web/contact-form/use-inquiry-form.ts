import { useMutation } from '@tanstack/react-query';
import { createContext, useCallback, useState, useSyncExternalStore, type FormEvent } from 'react';
import { useLocation } from 'react-router';
import { toast } from 'sonner';
import { contact } from '../../content/contact.ts';
import { fieldNames, parseInquiry, type Field, type Inquiry } from '../../inquiry/inquiry.ts';
import { useSiteData, type SiteData } from '../site-data.ts';
import { clearDraft, readDraft, readFormValues } from './draft.ts';
import { getIdempotencyKey, repeatedClickMs } from './idempotency-key.ts';
import { queryClient, type RateLimit, sendInquiry, SubmissionError } from './send-inquiry.ts';

export type Errors = { [name in Field | 'form']?: string | undefined };

export interface FormState {
  /** Specification, part 4. */
  status: 'idle' | 'submitting' | 'failed' | 'sent';
  /** Initial values of the fields, which are uncontrolled. */
  values: Partial<Record<Field, string>>;
  errors: Errors;
  /** Number of rejected attempts: each new one moves focus to the error summary. */
  rejections: number;
  /** Number of sent inquiries: each new one empties the form. */
  sentCount: number;
  /** The last sent inquiry, until something is typed: Back to its history entry shows the thanks again. */
  lastSent?: { entry: string; atMs: number } | undefined;
  /** The last failed inquiry. */
  failure?: {
    reason: 'failed' | RateLimit['reason'];
    retryAfterSeconds?: number;
    inquiry: Inquiry;
  };
}

const idle: FormState = { status: 'idle', values: {}, errors: {}, rejections: 0, sentCount: 0 };

/** The state of the browser's form. Not in a component, since a submission outlives its page. */
let currentState = idle;
let notify: (() => void) | undefined;

function update(changes: Partial<FormState>) {
  currentState = { ...currentState, ...changes };
  notify?.();
}

/** Moves focus to the error summary. */
const reject = (changes: Partial<FormState>) =>
  update({ ...changes, rejections: currentState.rejections + 1 });

function subscribe(onChange: () => void) {
  notify = onChange;
  return () => (notify = undefined);
}

export const FormStateContext = createContext(idle);

/** The server's form and its focused field, which a hydration mismatch replaces. */
let serverForm: { form: HTMLFormElement | null; focused: Element | null } | undefined;

/** Uses the result of a native submission only on the document that the server sent with it. */
function openForm({ posted, sent }: SiteData, entry: string): FormState {
  const message = globalThis.document?.querySelector<HTMLTextAreaElement>('#message');
  const isLaterVisit = message === null;
  if (isLaterVisit) {
    const { status, lastSent } = currentState;
    const reopened = entry === lastSent?.entry ? 'sent' : 'idle';
    const isSubmitting = status === 'submitting';
    update({ values: readDraft(), errors: {}, status: isSubmitting ? status : reopened });
    return currentState;
  }
  const state: FormState = {
    ...idle,
    status: sent ? 'sent' : 'idle',
    // Hydration resets a textarea to its rendered text: keep the current value.
    values: { ...posted?.values, ...(message && { message: message.value }) },
    errors: posted?.errors ?? {},
  };
  if (message) {
    currentState = state;
    serverForm = { form: message.form, focused: document.activeElement };
  }
  return state;
}

/**
 * Moves values, focus and selection to the form that React creates after a hydration mismatch, which
 * extensions cause by adding elements. In the same task as the replacement, so that no key is lost.
 */
function replaceServerForm(form: HTMLFormElement) {
  const replaced = serverForm;
  serverForm = undefined;
  if (!replaced?.form || replaced.form === form) return;
  for (const field of replaced.form.elements) {
    const { name, value } = field as HTMLInputElement;
    const created = form.elements.namedItem(name) as HTMLInputElement | null;
    if (!created) continue;
    created.value = value;
    if (field !== replaced.focused) continue;
    created.focus({ preventScroll: true });
    const {
      selectionStart: start,
      selectionEnd: end,
      selectionDirection,
    } = field as HTMLInputElement;
    // Selects and inputs of type email have no selection.
    if (start !== null && end !== null)
      created.setSelectionRange?.(start, end, selectionDirection ?? undefined);
  }
}

interface Submission {
  inquiry: Inquiry;
  key: string;
  entry: string;
}

export function useInquiryForm() {
  const site = useSiteData();
  const { key: entry } = useLocation();
  const [initialState] = useState(() => openForm(site, entry));
  const state = useSyncExternalStore(
    subscribe,
    () => currentState,
    () => initialState,
  );

  const submission = useMutation(
    {
      mutationFn: ({ inquiry, key }: Submission) => sendInquiry(inquiry, key),
      // sendInquiry retries by itself: the library would pause while offline or in the background.
      retry: false,
      networkMode: 'always',
      onSuccess: (_receipt, { entry }) => {
        clearDraft();
        const lastSent = { entry, atMs: performance.now() };
        const { sentCount } = currentState;
        update({ status: 'sent', values: {}, sentCount: sentCount + 1, lastSent });
        toast.success(contact.outcome.success);
      },
      onError: (error, { inquiry }) => {
        const { rateLimit, fields = {} } = error instanceof SubmissionError ? error : {};
        const failure = { reason: 'failed' as const, ...rateLimit, inquiry };
        reject({ status: 'failed', failure, errors: fields });
        toast.error(contact.outcome.failure);
      },
    },
    queryClient,
  );

  // Rejected values may have been corrected before hydration. Not in the first render, which has to
  // match the server's.
  const onMount = useCallback((form: HTMLFormElement | null) => {
    if (!form) return;
    replaceServerForm(form);
    correctErrors(form, (field) => field !== 'honeypot');
  }, []);

  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { status, lastSent } = currentState;
    const isRepeatedClick = lastSent && performance.now() - lastSent.atMs < repeatedClickMs;
    if (status === 'submitting' || isRepeatedClick) return;
    const form = event.currentTarget;
    const parsed = parseForm(form);
    // Not that of the response to a native submission.
    document.title = contact.meta.title;
    // Dismiss the last toast: the same text would not be announced again.
    toast.dismiss();
    if (parsed.ok) {
      update({ status: 'submitting', errors: {}, lastSent: undefined });
      const key = getIdempotencyKey(readFormValues(form));
      submission.mutate({ inquiry: parsed.inquiry, key, entry });
      return;
    }
    // Keep the thanks until something is typed.
    reject({ status: status === 'sent' ? status : 'idle', errors: parsed.fields });
    // Clear the honeypot, which autofill may have filled, so that a visitor can resend.
    const honeypot = form.elements.namedItem('honeypot');
    if (honeypot instanceof HTMLInputElement) honeypot.value = '';
  };

  const onChange = (event: FormEvent<HTMLFormElement>) => {
    const { name } = event.target as HTMLInputElement;
    // The persona decides whether the funding fields count.
    const affected = name === 'persona' ? [name, 'fundingStage', 'investmentAmount'] : [name];
    correctErrors(event.currentTarget, (field) => affected.includes(field));
    const { status, lastSent } = currentState;
    if (status === 'sent') update({ status: 'idle', lastSent: undefined });
    else if (lastSent) update({ lastSent: undefined });
  };

  return { state, onMount, onSubmit, onChange };
}

/** Validates the affected fields that have an error, and updates their errors. */
function correctErrors(form: HTMLFormElement, isAffected: (field: Field) => boolean) {
  const { errors } = currentState;
  const invalid = fieldNames.filter((field) => errors[field] && isAffected(field));
  if (invalid.length === 0) return;
  const parsed = parseForm(form);
  const messages: Errors = parsed.ok ? {} : parsed.fields;
  const corrected = Object.fromEntries(invalid.map((field) => [field, messages[field]]));
  update({ errors: { ...errors, ...corrected } });
}

const parseForm = (form: HTMLFormElement) => parseInquiry(Object.fromEntries(new FormData(form)));
