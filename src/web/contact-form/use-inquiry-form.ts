import { useMutation } from '@tanstack/react-query';
import { useCallback, useRef, useState, useSyncExternalStore, type FormEvent } from 'react';
import { useLocation } from 'react-router';
import { contact } from '../../content/contact.ts';
import { firm } from '../../content/firm.ts';
import { getReceiptTimes } from '../../inquiry/deadlines.ts';
import type { Inquiry } from '../../inquiry/inquiry.ts';
import { useSiteData } from '../site-data.ts';
import { clearDraft, readFormValues } from './draft.ts';
import {
  correctErrors,
  getFormState,
  openForm,
  parseForm,
  rejectForm,
  replaceServerForm,
  subscribeToFormState,
  updateFormState,
} from './form-state.ts';
import { repeatedClickMs } from './native-form.ts';
import { queryClient, sendInquiry, SubmissionError } from './send-inquiry.ts';
import { dismissToast, showToast } from './toast.ts';

/**
 * Tells if a field's value is not the rendered one. A rendered value can be valid and have an error, because
 * the server cuts it.
 */
function isChanged(form: HTMLFormElement, name: string) {
  const field = form.elements.namedItem(name) as HTMLInputElement | HTMLSelectElement | null;
  return !field || !('defaultValue' in field) || field.value !== field.defaultValue;
}

export function useInquiryForm() {
  const site = useSiteData();
  const { key: entry } = useLocation();
  const [initialState] = useState(() => openForm(site, entry));
  const state = useSyncExternalStore(subscribeToFormState, getFormState, () => initialState);

  const submission = useMutation(
    {
      mutationFn: ({ inquiry }: { inquiry: Inquiry; entry: string }) => sendInquiry(inquiry),
      // sendInquiry retries by itself: the library would pause while offline or in the background.
      retry: false,
      networkMode: 'always',
      onSuccess: (receivedAt, { entry }) => {
        clearDraft();
        const lastSent = { entry, atMs: performance.now() };
        const sentCount = getFormState().sentCount + 1;
        const receipt = receivedAt ? getReceiptTimes(firm.timeZone, receivedAt) : undefined;
        updateFormState({ status: 'sent', values: {}, sentCount, lastSent, receipt });
        showToast('success', contact.outcome.success);
      },
      onError: (error, { inquiry }) => {
        const { rateLimit, fields = {} } = error instanceof SubmissionError ? error : {};
        const isUnanswered = !(error instanceof SubmissionError) && navigator.onLine;
        const failure = { reason: 'failed' as const, ...rateLimit, inquiry, isUnanswered };
        rejectForm({ status: 'failed', failure, errors: fields });
        showToast('error', contact.outcome.failure);
      },
    },
    queryClient,
  );

  // Rejected values may have been corrected before hydration. Not in the first render, which has to
  // match the server's.
  const onMount = useCallback((form: HTMLFormElement | null) => {
    if (!form) return;
    replaceServerForm(form);
    correctErrors(form, (field) => field !== 'honeypot' && isChanged(form, field));
  }, []);

  const hasFilledHoneypot = useRef(false);
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { status, lastSent } = getFormState();
    const isRepeatedClick = lastSent && performance.now() - lastSent.atMs < repeatedClickMs;
    if (status === 'submitting' || isRepeatedClick) return;
    const form = event.currentTarget;
    const parsed = parseForm(form);
    // Not that of the response to a native submission.
    document.title = contact.meta.title;
    // The same text would not be announced again.
    dismissToast();
    if (parsed.ok) {
      updateFormState({ status: 'submitting', errors: {}, lastSent: undefined });
      submission.mutate({ inquiry: parsed.inquiry, entry });
      return;
    }
    const isRepeated = parsed.fields.honeypot && hasFilledHoneypot.current;
    hasFilledHoneypot.current ||= Boolean(parsed.fields.honeypot);
    rejectForm({
      // Keep the thanks until something is typed.
      status: status === 'sent' ? status : 'idle',
      errors: parsed.fields,
      blocked: isRepeated ? readFormValues(form) : undefined,
    });
    // Clear the honeypot, which autofill may have filled, so that a visitor can resend.
    const honeypot = form.elements.namedItem('honeypot');
    if (honeypot instanceof HTMLInputElement) honeypot.value = '';
  };

  const onChange = (event: FormEvent<HTMLFormElement>) => {
    const { name } = event.target as HTMLInputElement;
    // The persona decides whether the funding fields count.
    const affected = name === 'persona' ? [name, 'fundingStage', 'investmentAmount'] : [name];
    correctErrors(event.currentTarget, (field) => affected.includes(field));
    const { status, lastSent } = getFormState();
    if (status === 'sent' || lastSent) updateFormState({ status: 'idle', lastSent: undefined });
  };

  return { state, onMount, onSubmit, onChange };
}
