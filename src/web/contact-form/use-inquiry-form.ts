import { useIsMutating, useMutation, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useState, type FormEvent } from 'react';
import { useLocation } from 'react-router';
import { toast } from 'sonner';
import { contact } from '../../content/contact.ts';
import { fieldNames, parseInquiry, type Field, type Inquiry } from '../../inquiry/inquiry.ts';
import { clearDraft, readFormValues, restoreDraft } from './draft.ts';
import type { Errors } from './form-state.ts';
import { getIdempotencyKey, repeatedClickMs } from './idempotency-key.ts';
import { type RateLimit, sendInquiry, SubmissionError } from './send-inquiry.ts';

export type Outcome = 'success' | 'failure' | RateLimit;

interface SubmissionResult {
  outcome: Outcome;
  inquiry: Inquiry;
  fields?: Errors | undefined;
}

/**
 * Receives the result of a submission. A submission outlives its page, so the active form may be a
 * later one, or none.
 */
let activeFormListener: ((result: SubmissionResult) => void) | undefined;

let lastSuccessMs = -Infinity;

/** History entry of the last sent inquiry, where Back shows its thanks again. */
let sentEntry: string | undefined;

interface Submission {
  inquiry: Inquiry;
  key: string;
  entry: string;
}

/** The form's states: idle, submitting, then success or failure (specification, part 4). */
export function useInquiryForm(initial: { errors: Errors; outcome: Outcome | undefined }) {
  const copy = contact.outcome;
  const [errors, setErrors] = useState(initial.errors);
  const { key: entry } = useLocation();
  const [outcome, setOutcome] = useState(entry === sentEntry ? 'success' : initial.outcome);
  const [inquiry, setInquiry] = useState<Inquiry>();
  const [rejections, setRejections] = useState(0);
  const [sentCount, setSentCount] = useState(0);
  const client = useQueryClient();
  const isSubmitting = useIsMutating() > 0;

  const reject = (fields: Errors) => {
    setErrors(fields);
    setRejections((count) => count + 1);
  };

  const submission = useMutation({
    mutationFn: async ({ inquiry, key }: Submission) => {
      await waitForPaint();
      return sendInquiry(inquiry, key);
    },
    // sendInquiry retries by itself: the library would pause while offline or in the background.
    retry: false,
    networkMode: 'always',
    onSuccess: (_receipt, { inquiry, entry }) => {
      clearDraft();
      sentEntry = entry;
      lastSuccessMs = performance.now();
      activeFormListener?.({ outcome: 'success', inquiry });
      toast.success(copy.success);
    },
    onError: (error, { inquiry }) => {
      const failure = error instanceof SubmissionError ? error : undefined;
      const outcome = failure?.rateLimit ?? 'failure';
      activeFormListener?.({ outcome, inquiry, fields: failure?.fields });
      toast.error(copy.failure);
    },
  });

  // Rejected values may have been corrected before hydration. Not in the first render, which has to
  // match the server's.
  const onMount = useCallback((form: HTMLFormElement | null) => {
    if (!form) return;
    // After a hydration mismatch this is a new form.
    restoreDraft(form);
    setErrors((errors) => updateErrors(errors, form, (field) => field !== 'honeypot'));
  }, []);

  useEffect(warmUpValidation, []);

  useEffect(() => {
    activeFormListener = ({ outcome, inquiry, fields }) => {
      setOutcome(outcome);
      setInquiry(inquiry);
      if (fields) reject(fields);
      if (outcome === 'success') setSentCount((count) => count + 1);
    };
    return () => {
      activeFormListener = undefined;
    };
  }, []);

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (client.isMutating() || performance.now() - lastSuccessMs < repeatedClickMs) return;
    const form = event.currentTarget;
    const parsed = parseForm(form);
    // Keep the success message until something is typed.
    setOutcome((outcome) => (outcome === 'success' && !parsed.ok ? outcome : undefined));
    // Dismiss the last toast: the same text would not be announced again.
    toast.dismiss();
    if (parsed.ok) {
      setErrors({});
      sentEntry = undefined;
      const key = getIdempotencyKey(readFormValues(form));
      submission.mutate({ inquiry: parsed.inquiry, key, entry });
      return;
    }
    reject(parsed.fields);
    // Clear the honeypot, which autofill may have filled, so that a visitor can resend.
    const honeypot = form.elements.namedItem('honeypot');
    if (honeypot instanceof HTMLInputElement) honeypot.value = '';
  };

  /** Updates the errors of changed fields. */
  const revalidate = (event: FormEvent<HTMLFormElement>) => {
    const form = event.currentTarget;
    const { name } = event.target as HTMLInputElement;
    // The persona decides whether the funding fields count.
    const affected = name === 'persona' ? [name, 'fundingStage', 'investmentAmount'] : [name];
    setErrors((errors) => updateErrors(errors, form, (field) => affected.includes(field)));
    setOutcome((outcome) => (outcome === 'success' ? undefined : outcome));
    sentEntry = undefined;
    lastSuccessMs = -Infinity;
  };

  return {
    errors,
    outcome,
    rejections,
    sentCount,
    inquiry,
    isSubmitting,
    submit,
    revalidate,
    onMount,
  };
}

/**
 * Compiles the regular expressions of the schema when idle: on a slow phone, the first submission
 * would wait 30 ms for them.
 */
function warmUpValidation() {
  const values = Object.fromEntries(fieldNames.map((name) => [name, 'a@a.aa']));
  globalThis.requestIdleCallback?.(() => parseInquiry(values));
}

/** A page in the background paints no frame. */
const maxPaintMs = 100;

/** Resolves after the next paint, which shows the submitting state before its request is created. */
const waitForPaint = () =>
  new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve));
    setTimeout(resolve, maxPaintMs);
  });

/** Validates the affected fields that have an error, and returns the updated errors. */
function updateErrors(
  errors: Errors,
  form: HTMLFormElement,
  isAffected: (field: Field) => boolean,
) {
  const invalid = fieldNames.filter((field) => errors[field] && isAffected(field));
  if (invalid.length === 0) return errors;
  const parsed = parseForm(form);
  const messages: Errors = parsed.ok ? {} : parsed.fields;
  return { ...errors, ...Object.fromEntries(invalid.map((field) => [field, messages[field]])) };
}

const parseForm = (form: HTMLFormElement) => parseInquiry(Object.fromEntries(new FormData(form)));
