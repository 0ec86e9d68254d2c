import { useIsMutating, useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, type FormEvent } from 'react';
import { toast } from 'sonner';
import { parseInquiry, type Field, type Inquiry } from '../../inquiries/inquiry.ts';
import { contact } from '../content/contact.ts';
import { useFirm } from '../site.tsx';
import type { Errors } from './form-state.ts';
import { createKeyring } from './idempotency-key.ts';
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

/** The form's states: idle, submitting, then success or failure (specification, part 4). */
export function useInquiryForm(initial: { errors: Errors; outcome: Outcome | undefined }) {
  const words = contact(useFirm()).outcome;
  const [errors, setErrors] = useState(initial.errors);
  const [outcome, setOutcome] = useState(initial.outcome);
  const [inquiry, setInquiry] = useState<Inquiry>();
  const [rejections, setRejections] = useState(0);
  const [sentCount, setSentCount] = useState(0);
  const [keyring] = useState(createKeyring);
  const client = useQueryClient();
  const isSubmitting = useIsMutating() > 0;

  const reject = (fields: Errors) => {
    setErrors(fields);
    setRejections((count) => count + 1);
  };

  const submission = useMutation({
    mutationFn: (inquiry: Inquiry) => sendInquiry(inquiry, keyring.keyFor(inquiry)),
    // sendInquiry tries again by itself: the library would wait for the network and for the tab.
    retry: false,
    networkMode: 'always',
    onSuccess: (_receipt, inquiry) => {
      keyring.forget();
      formOnPage?.({ outcome: 'success', inquiry });
      toast.success(words.success);
    },
    onError: (error, inquiry) => {
      const failure = error instanceof SubmissionFailed ? error : undefined;
      const outcome = failure?.isTooMany ? 'tooMany' : 'failure';
      formOnPage?.({ outcome, inquiry, fields: failure?.fields });
      toast.error(words.failure);
    },
  });

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
    if (client.isMutating()) return;
    const form = event.currentTarget;
    const parsed = parseInquiry(Object.fromEntries(new FormData(form)));
    setOutcome(undefined);
    // The next outcome has a toast of its own: the same one would not be announced again, and would
    // go with the last one where that is still going.
    toast.dismiss();
    if (parsed.ok) {
      setErrors({});
      submission.mutate(parsed.inquiry);
      return;
    }
    reject(parsed.fields);
    // Whatever filled the trap, a person can send again.
    const honeypot = form.elements.namedItem('honeypot');
    if (honeypot instanceof HTMLInputElement) honeypot.value = '';
  };

  /** A message goes, or changes, as soon as what it asks for is done. */
  const recheck = (event: FormEvent<HTMLFormElement>) => {
    const name = (event.target as HTMLInputElement).name as Field;
    // The persona decides whether the optional block counts.
    const affected: Field[] =
      name === 'persona' ? [name, 'fundingStage', 'investmentAmount'] : [name];
    const wrong = affected.filter((field) => errors[field]);
    if (wrong.length === 0) return;
    const parsed = parseInquiry(Object.fromEntries(new FormData(event.currentTarget)));
    const messages = parsed.ok ? {} : parsed.fields;
    setErrors({ ...errors, ...Object.fromEntries(wrong.map((field) => [field, messages[field]])) });
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
  };
}
