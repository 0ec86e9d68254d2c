import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useCallback, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { contact } from '../../content/contact.ts';
import type { FormErrors } from '../../inquiry/form-errors.ts';
import { type Field, fieldNames, type Inquiry } from '../../inquiry/inquiry.ts';
import { type SiteData, useSiteData } from '../site-data.ts';
import { clearDraft, readDraft, readFormValues } from './draft.ts';
import {
  createHydrationState,
  createReopenedState,
  createServerState,
  type Failure,
  type FormState,
  idle,
  validateForm,
} from './form-state.ts';
import { createFormStore, type FormInstance, useFormState } from './form-store.ts';
import { repeatedClickMs } from './native-form.ts';
import { getReceiptTimes } from './receipt-times.ts';
import { queryClient, sendInquiry, SubmissionError } from './send-inquiry.ts';
import { findServerForm, moveToCreatedForm } from './server-form.ts';
import { dismissToast, showToast } from './toast.ts';

/** Outlives the component, because a submission may end on another page. */
const formStore = createFormStore();

export function useInquiryForm() {
  const site = useSiteData();
  const { key: entry } = useLocation();
  const [instance] = useState(() => createInstance(site, entry));
  const state = useFormState(formStore, instance);
  const submission = useSubmission();
  /** Undefined once its values have been moved. */
  const serverForm = useRef(instance.serverForm);
  const hasFilledHoneypot = useRef(false);

  const onMount = useCallback(
    (form: HTMLFormElement | null) => {
      if (!form) return;
      formStore.makeCurrent(instance);
      if (serverForm.current) moveToCreatedForm(serverForm.current, form);
      serverForm.current = undefined;
      // Rejected values may have been corrected before hydration. Checked after the first render,
      // which has to match the server's.
      correctErrors(form, (field) => field !== 'honeypot' && isChanged(form, field));
    },
    [instance],
  );

  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { outcome, lastSent } = formStore.getState();
    const isRepeatedClick = lastSent && performance.now() - lastSent.sentMs < repeatedClickMs;
    if (outcome.status === 'submitting' || isRepeatedClick) return;
    const form = event.currentTarget;
    const parsed = validateForm(form);
    // Replace the title of the response to a native submission.
    document.title = contact.meta.title;
    // Remove the toast: screen readers would not announce the same text twice.
    dismissToast();
    if (parsed.ok) {
      formStore.update({ outcome: { status: 'submitting' }, errors: {}, lastSent: undefined });
      submission.mutate({ inquiry: parsed.inquiry, entry });
      return;
    }
    const isHoneypotFilled = Boolean(parsed.fields.honeypot);
    const isFilledAgain = isHoneypotFilled && hasFilledHoneypot.current;
    if (isHoneypotFilled) hasFilledHoneypot.current = true;
    rejectForm({
      // Keep the receipt of the last inquiry.
      outcome: outcome.status === 'sent' ? outcome : idle.outcome,
      errors: parsed.fields,
      blocked: isFilledAgain ? readFormValues(form) : undefined,
    });
    clearHoneypot(form);
  };

  const onChange = (event: FormEvent<HTMLFormElement>) => {
    const { name } = event.target as HTMLInputElement;
    // The persona determines if the funding fields are validated.
    const affected = name === 'persona' ? [name, 'fundingStage', 'investmentAmount'] : [name];
    correctErrors(event.currentTarget, (field) => affected.includes(field));
    // Keep showing the receipt: without it, the field in use would move up.
    if (formStore.getState().lastSent) formStore.update({ lastSent: undefined });
  };

  return { state, onMount, onSubmit, onChange };
}

/**
 * Creates a form with its initial state. The server renders the result of a native submission.
 * Hydration continues with the values in the server's form. A client navigation restores the draft,
 * and the receipt of an inquiry that was sent from the same history entry.
 */
function createInstance(site: SiteData, entry: string): FormInstance {
  if (import.meta.env.SSR) return { initialState: createServerState(site) };
  const serverForm = findServerForm();
  if (serverForm) {
    return { initialState: createHydrationState(site, serverForm.message), serverForm };
  }
  return { initialState: createReopenedState(formStore.getState(), entry, readDraft()) };
}

interface Submission {
  inquiry: Inquiry;
  /** Key of the history entry from which the inquiry is sent. */
  entry: string;
}

/** Sends an inquiry and shows the outcome, even if the visitor has moved to another page. */
function useSubmission() {
  return useMutation(
    {
      mutationFn: ({ inquiry }: Submission) => sendInquiry(inquiry),
      // sendInquiry retries itself: the library would pause while offline or in the background.
      retry: false,
      networkMode: 'always',
      onSuccess(receivedMs, { entry }) {
        clearDraft();
        const receipt = receivedMs ? getReceiptTimes(receivedMs) : undefined;
        formStore.update({
          outcome: { status: 'sent', receipt },
          values: {},
          sentCount: formStore.getState().sentCount + 1,
          lastSent: { entry, sentMs: performance.now(), receipt },
        });
        showToast('success', contact.outcome.success);
      },
      onError(error, { inquiry }) {
        const errors = error instanceof SubmissionError ? error.fields : {};
        const failure = describeFailure(error, inquiry);
        rejectForm({ outcome: { status: 'failed', failure }, errors });
        showToast('error', contact.outcome.failure);
      },
    },
    queryClient,
  );
}

/** Updates the form after an attempt that the validation or the server rejected. */
function rejectForm(changes: Partial<FormState>) {
  const { rejections } = formStore.getState();
  formStore.update({ ...changes, rejections: rejections + 1 });
}

/** Validates again the affected fields that have an error, and updates their errors. */
function correctErrors(form: HTMLFormElement, isAffected: (field: Field) => boolean) {
  const { errors } = formStore.getState();
  const invalid = fieldNames.filter((field) => errors[field] && isAffected(field));
  if (invalid.length === 0) return;
  const parsed = validateForm(form);
  const messages: FormErrors = parsed.ok ? {} : parsed.fields;
  const corrected = Object.fromEntries(invalid.map((field) => [field, messages[field]]));
  formStore.update({ errors: { ...errors, ...corrected } });
}

function describeFailure(error: Error, inquiry: Inquiry): Failure {
  if (error instanceof SubmissionError) {
    return { reason: 'failed', ...error.rateLimit, inquiry, isUnanswered: false };
  }
  return { reason: 'failed', inquiry, isUnanswered: navigator.onLine };
}

/**
 * Returns true if a field's value is not the rendered one. A rendered value may look valid and
 * still have an error, because the server truncates long values.
 */
function isChanged(form: HTMLFormElement, name: string) {
  const field = form.elements.namedItem(name) as HTMLInputElement | HTMLSelectElement | null;
  return !field || !('defaultValue' in field) || field.value !== field.defaultValue;
}

/** Clears the honeypot, which autofill may have filled, so that a visitor can resend. */
function clearHoneypot(form: HTMLFormElement) {
  const honeypot = form.elements.namedItem('honeypot');
  if (honeypot instanceof HTMLInputElement) honeypot.value = '';
}
