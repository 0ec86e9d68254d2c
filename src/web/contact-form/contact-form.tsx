import { type MouseEvent, useEffect, useRef, useState } from 'react';
import { useBeforeUnload } from 'react-router';
import { contact } from '../../content/contact.ts';
import { fieldNames, type Inquiry } from '../../inquiry/inquiry.ts';
import { useSiteData, type SiteData } from '../site-data.ts';
import { idempotencyKeyField, readDraft } from './draft.ts';
import { EmailFallback } from './email-fallback.tsx';
import { type Errors, FormStateContext, type FormState } from './form-state.ts';
import { InquiryFields } from './inquiry-fields.tsx';
import { useInquiryForm, type Outcome } from './use-inquiry-form.ts';

/**
 * The inquiry form: a native POST to /contact before hydration, a request to the API after it.
 * Fields are uncontrolled, so hydration keeps what was typed before it.
 */
export function ContactForm() {
  const site = useSiteData();
  const copy = contact.form;
  const [initialState] = useState(() => getInitialState(site));
  const {
    errors,
    outcome,
    inquiry,
    rejections,
    sentCount,
    isSubmitting,
    submit,
    revalidate,
    onMount,
  } = useInquiryForm(initialState);
  const submitButton = useRef<HTMLButtonElement>(null);
  useRestoreFocus(isSubmitting, submitButton);

  const values = sentCount === 0 ? initialState.values : {};
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
        onChange={revalidate}
      >
        <ErrorSummary errors={errors} attempt={rejections} />
        <fieldset disabled={isSubmitting}>
          <legend className="visually-hidden">{copy.heading}</legend>
          <FormStateContext value={{ values, errors }}>
            <InquiryFields />
          </FormStateContext>
        </fieldset>
        <input type="hidden" name={idempotencyKeyField} />
        <p className="privacy">{copy.privacy(site.retentionMonths)}</p>
        <OutcomeMessage outcome={outcome} inquiry={inquiry} />
        <button
          type="submit"
          className="button"
          data-submitting={copy.submitting}
          disabled={isSubmitting}
          ref={submitButton}
        >
          {isSubmitting ? copy.submitting : copy.submit}
        </button>
        <p className="caution">{copy.noObligation}</p>
        <p className="privacy">{copy.trackers}</p>
        {isSubmitting && <NavigationBlocker />}
      </form>
      {/* Outside of the form: screen readers ignore changes in an aria-busy region. */}
      <p className="visually-hidden" role="status">
        {isSubmitting && copy.submitting}
      </p>
    </>
  );
}

/** Uses the result of a native submission only on the document that the server sent with it. */
function getInitialState({ posted, sent }: SiteData): FormState & { outcome: Outcome | undefined } {
  const message = globalThis.document?.querySelector<HTMLTextAreaElement>('#message');
  const isLaterVisit = message === null;
  if (isLaterVisit) return { values: readDraft(), errors: {}, outcome: undefined };
  return {
    // Hydration resets a textarea to its rendered text: keep the current value.
    values: { ...posted?.values, ...(message && { message: message.value }) },
    errors: posted?.errors ?? {},
    outcome: sent && 'success',
  };
}

interface ErrorSummaryProps {
  errors: Errors;
  /** Number of rejected attempts: each new one moves focus to the summary. */
  attempt: number;
}

/** The summary lists at most this number of errors; of more, it lists the first. */
const maxListed = 3;

/** Lists the errors, each linked to its field. Without script, `autofocus` scrolls to it. */
function ErrorSummary({ errors, attempt }: ErrorSummaryProps) {
  const { posted } = useSiteData();
  const copy = contact.errors;
  const summary = useRef<HTMLDivElement>(null);
  const names = fieldNames.filter((name) => errors[name]);
  const isLong = names.length > maxListed;
  const formError = errors.form ? copy.form(errors.form) : undefined;

  useEffect(() => {
    if (attempt > 0) summary.current?.focus();
  }, [attempt]);

  if (names.length === 0 && !formError) return null;
  return (
    <div
      className="error-summary"
      role="group"
      aria-labelledby="error-summary-heading"
      tabIndex={-1}
      autoFocus
      ref={summary}
    >
      <h3 id="error-summary-heading">{formError?.heading ?? copy.heading(names.length)}</h3>
      {formError ? (
        <>
          <p>{formError.detail}</p>
          {errors.form !== 'tooLarge' && posted && <EmailFallback values={posted.values} />}
        </>
      ) : (
        <ul>
          {(isLong ? names.slice(0, 1) : names).map((name) => (
            <li key={name}>
              {name === 'honeypot' ? (
                `${errors.honeypot}. ${copy.honeypotEmptied}`
              ) : (
                <a href={`#${name}`} onClick={focusField}>
                  {isLong ? copy.startWith(errors[name] ?? '') : errors[name]}
                </a>
              )}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** Focuses the field without a history entry. */
function focusField(event: MouseEvent<HTMLAnchorElement>) {
  const target = document.querySelector<HTMLElement>(event.currentTarget.hash);
  if (!target) return;
  event.preventDefault();
  target.focus();
}

interface OutcomeMessageProps {
  outcome: Outcome | undefined;
  inquiry: Inquiry | undefined;
}

/**
 * The outcome inside the form. The toast announces it, so this has no live region; after a native
 * submission, which has no toast, this contains its text.
 */
function OutcomeMessage({ outcome, inquiry }: OutcomeMessageProps) {
  const copy = contact.outcome;
  const { sent } = useSiteData();
  if (!outcome) return null;
  return (
    <div
      className={outcome === 'success' ? 'outcome is-success' : 'outcome'}
      id={outcome === 'success' ? 'sent' : undefined}
    >
      <p>{outcome === 'success' ? copy.received : copy[outcome]}</p>
      {outcome === 'success' && sent && <p>{copy.success}</p>}
      <p>{copy[`${outcome}Detail`]}</p>
      {outcome !== 'success' && inquiry && <EmailFallback values={inquiry} />}
    </div>
  );
}

/** Asks before the visitor leaves the site. Client navigation is safe: the toast shows on each page. */
function NavigationBlocker() {
  useBeforeUnload(preventUnload);
  return null;
}

const preventUnload = (event: BeforeUnloadEvent) => event.preventDefault();

/** Returns focus to the button after a submission: disabling a control removes its focus. */
function useRestoreFocus(isSubmitting: boolean, button: React.RefObject<HTMLButtonElement | null>) {
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
