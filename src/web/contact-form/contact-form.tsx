import { useEffect, useRef, useState } from 'react';
import { useBeforeUnload } from 'react-router';
import { contact } from '../../content/contact.ts';
import type { Inquiry } from '../../inquiry/inquiry.ts';
import { useSite, type Site } from '../site-data.ts';
import { keyField, readDraft } from './draft.ts';
import { MailInstead } from './email-fallback.tsx';
import { ErrorSummary } from './error-summary.tsx';
import { FormStateContext, type FormState } from './form-state.ts';
import { InquiryFields } from './inquiry-fields.tsx';
import { useInquiryForm, type Outcome } from './use-inquiry-form.ts';

/**
 * One form for both ways: posted to /contact by the browser itself, or sent by the application.
 * The fields belong to the document, so what was typed before the takeover is simply there.
 */
export function ContactForm() {
  const site = useSite();
  const words = contact.form;
  const [start] = useState(() => startOf(site));
  const {
    errors,
    outcome,
    inquiry,
    rejections,
    sentCount,
    isSubmitting,
    submit,
    recheck,
    onMount,
  } = useInquiryForm(start);
  const submitButton = useRef<HTMLButtonElement>(null);
  useFocusAfter(isSubmitting, submitButton);

  const values = sentCount === 0 ? start.values : {};
  return (
    <>
      <form
        key={sentCount}
        ref={onMount}
        className="inquiry"
        action="/contact"
        method="post"
        noValidate
        aria-busy={isSubmitting}
        onSubmit={submit}
        onChange={recheck}
      >
        <ErrorSummary errors={errors} attempt={rejections} />
        <fieldset disabled={isSubmitting}>
          <legend className="visually-hidden">{words.heading}</legend>
          <FormStateContext value={{ values, errors }}>
            <InquiryFields />
          </FormStateContext>
        </fieldset>
        <input type="hidden" name={keyField} />
        <p className="privacy">{words.privacy(site.retentionMonths)}</p>
        <OutcomeMessage outcome={outcome} inquiry={inquiry} />
        <button
          type="submit"
          className="button"
          data-submitting={words.submitting}
          disabled={isSubmitting}
          ref={submitButton}
        >
          {isSubmitting ? words.submitting : words.submit}
        </button>
        {isSubmitting && <LeaveGuard />}
      </form>
      {/* Outside of the form: what is busy is not announced. The outcome has its toast. */}
      <p className="visually-hidden" role="status">
        {isSubmitting && words.submitting}
      </p>
    </>
  );
}

/** The answer to a post belongs to the document that came with it, not to a later visit. */
function startOf({ posted, sent }: Site): FormState & { outcome: Outcome | undefined } {
  const message = globalThis.document?.querySelector<HTMLTextAreaElement>('#message');
  const isLaterVisit = message === null;
  if (isLaterVisit) return { values: readDraft(), errors: {}, outcome: undefined };
  return {
    // React resets a textarea that it takes over to its first text: this is what it shows by now.
    values: { ...posted?.values, ...(message && { message: message.value }) },
    errors: posted?.errors ?? {},
    outcome: sent && 'success',
  };
}

interface OutcomeMessageProps {
  outcome: Outcome | undefined;
  /** What was sent. */
  inquiry: Inquiry | undefined;
}

/** Stays beside the form when the toast is gone. The toast announces it, so this does not. */
function OutcomeMessage({ outcome, inquiry }: OutcomeMessageProps) {
  const words = contact.outcome;
  if (!outcome) return null;
  return (
    <div
      className={outcome === 'success' ? 'outcome is-success' : 'outcome'}
      id={outcome === 'success' ? 'sent' : undefined}
    >
      <p>{words[outcome]}</p>
      <p>{words[`${outcome}Detail`]}</p>
      {outcome !== 'success' && inquiry && <MailInstead typed={inquiry} />}
    </div>
  );
}

/** Asks before the visitor leaves the site. Its other pages tell the outcome, too. */
function LeaveGuard() {
  useBeforeUnload(ask);
  return null;
}

const ask = (event: BeforeUnloadEvent) => event.preventDefault();

/** A disabled control loses the focus: give it back to the button when the submission is over. */
function useFocusAfter(isSubmitting: boolean, button: React.RefObject<HTMLButtonElement | null>) {
  const wasSubmitting = useRef(isSubmitting);
  useEffect(() => {
    if (wasSubmitting.current && !isSubmitting && isFocusLost()) button.current?.focus();
    wasSubmitting.current = isSubmitting;
  }, [isSubmitting, button]);
}

const isFocusLost = () =>
  !document.activeElement?.isConnected ||
  document.activeElement === document.body ||
  document.activeElement.matches(':disabled');
