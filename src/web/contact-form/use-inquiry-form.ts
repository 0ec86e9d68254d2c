import { useIsMutating, useMutation, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useState, type FormEvent } from 'react';
import { toast } from 'sonner';
import { contact } from '../../content/contact.ts';
import { fieldNames, parseInquiry, type Field, type Inquiry } from '../../inquiry/inquiry.ts';
import { formValues } from './draft.ts';
import type { Errors } from './form-state.ts';
import { keyring } from './idempotency-key.ts';
import { sendInquiry, SubmissionFailed } from './send-inquiry.ts';

export type Outcome = 'success' | 'failure' | 'tooMany';

interface Ending {
  outcome: Outcome;
  inquiry: Inquiry;
  fields?: Errors | undefined;
}

/**
 * Is told how a submission ended. That goes on when the visitor leaves the page, so this may be
 * another form than the one that sent it, or none.
 */
let formOnPage: ((ending: Ending) => void) | undefined;

/** A second click or Enter within this time after success belongs to the first. */
const repeatedClickMs = 1000;
let succeededAtMs = -Infinity;

/** The form's states: idle, submitting, then success or failure (specification, part 4). */
export function useInquiryForm(initial: { errors: Errors; outcome: Outcome | undefined }) {
  const words = contact.outcome;
  const [errors, setErrors] = useState(initial.errors);
  const [outcome, setOutcome] = useState(initial.outcome);
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
    mutationFn: ({ inquiry, key }: { inquiry: Inquiry; key: string }) => sendInquiry(inquiry, key),
    // sendInquiry tries again by itself: the library would wait for the network and for the tab.
    retry: false,
    networkMode: 'always',
    onSuccess: (_receipt, { inquiry }) => {
      keyring.forget();
      succeededAtMs = performance.now();
      formOnPage?.({ outcome: 'success', inquiry });
      toast.success(words.success);
    },
    onError: (error, { inquiry }) => {
      const failure = error instanceof SubmissionFailed ? error : undefined;
      const outcome = failure?.isTooMany ? 'tooMany' : 'failure';
      formOnPage?.({ outcome, inquiry, fields: failure?.fields });
      toast.error(words.failure);
    },
  });

  // A native submission that came back may have been corrected before hydration. Not in the first
  // render, which repeats the server's.
  const onMount = useCallback((form: HTMLFormElement | null) => {
    if (!form) return;
    setErrors((errors) => revalidate(errors, form, (field) => field !== 'honeypot'));
  }, []);

  useEffect(() => {
    formOnPage = ({ outcome, inquiry, fields }) => {
      setOutcome(outcome);
      setInquiry(inquiry);
      if (fields) reject(fields);
      if (outcome === 'success') setSentCount((count) => count + 1);
    };
    return () => {
      formOnPage = undefined;
    };
  }, []);

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (client.isMutating() || performance.now() - succeededAtMs < repeatedClickMs) return;
    const form = event.currentTarget;
    const parsed = parseForm(form);
    // The thanks stay until something is typed.
    setOutcome((outcome) => (outcome === 'success' && !parsed.ok ? outcome : undefined));
    // The next outcome has a toast of its own: the same one would not be announced again, and would
    // go with the last one where that is still going.
    toast.dismiss();
    if (parsed.ok) {
      setErrors({});
      submission.mutate({ inquiry: parsed.inquiry, key: keyring.keyFor(formValues(form)) });
      return;
    }
    reject(parsed.fields);
    // Whatever filled the trap, a person can send again.
    const honeypot = form.elements.namedItem('honeypot');
    if (honeypot instanceof HTMLInputElement) honeypot.value = '';
  };

  /** Removes or updates messages as soon as what they ask for is done. */
  const recheck = (event: FormEvent<HTMLFormElement>) => {
    const form = event.currentTarget;
    const { name } = event.target as HTMLInputElement;
    // The persona decides whether the optional block counts.
    const affected = name === 'persona' ? [name, 'fundingStage', 'investmentAmount'] : [name];
    setErrors((errors) => revalidate(errors, form, (field) => affected.includes(field)));
    setOutcome((outcome) => (outcome === 'success' ? undefined : outcome));
    succeededAtMs = -Infinity;
  };

  return {
    errors,
    outcome,
    rejections,
    sentCount,
    inquiry,
    isSubmitting,
    submit,
    recheck,
    onMount,
  };
}

/** Returns `errors` with today's messages, or none, for the fields that have one and are affected. */
function revalidate(errors: Errors, form: HTMLFormElement, isAffected: (field: Field) => boolean) {
  const wrong = fieldNames.filter((field) => errors[field] && isAffected(field));
  if (wrong.length === 0) return errors;
  const parsed = parseForm(form);
  const messages: Errors = parsed.ok ? {} : parsed.fields;
  return { ...errors, ...Object.fromEntries(wrong.map((field) => [field, messages[field]])) };
}

const parseForm = (form: HTMLFormElement) => parseInquiry(Object.fromEntries(new FormData(form)));
