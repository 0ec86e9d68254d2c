import { type MouseEvent, useContext, useEffect, useRef } from 'react';
import { useBeforeUnload } from 'react-router';
import { contact } from '../../content/contact.ts';
import { firm } from '../../content/firm.ts';
import type { FormRejection } from '../../inquiry/form-errors.ts';
import type { Field, Inquiry } from '../../inquiry/inquiry.ts';
import { formatPlural } from '../../text/format-number.ts';
import { type PostedForm, useSiteData } from '../site-data.ts';
import { useDelayed } from '../ui/use-delayed.ts';
import { describeRejection } from './describe-rejection.ts';
import { rememberSubmission } from './draft.ts';
import { EmailFallback } from './email-fallback.tsx';
import { type Failure, findProblem, FormStateContext } from './form-state.ts';
import { InquiryFields } from './inquiry-fields.tsx';
import { PrivacyNotice } from './privacy-notice.tsx';
import { Receipt } from './receipt.tsx';
import { useInquiryForm } from './use-inquiry-form.ts';

/** After this time, a note explains that the submission is slow. */
const slowSubmissionMs = 10_000;

/**
 * The inquiry form. Before hydration, it is a native POST to /contact; after it, a request to the
 * API. Fields are uncontrolled, so hydration keeps what was typed before it.
 */
export function ContactForm() {
  const copy = contact.form;
  const { state, onMount, onSubmit, onChange } = useInquiryForm();
  const { outcome } = state;
  const isSubmitting = outcome.status === 'submitting';
  const isSlow = useDelayed(isSubmitting, slowSubmissionMs);
  const statusLine = useMoveFocus(isSubmitting);
  const progress = isSlow ? contact.outcome.slow : copy.submitting;

  return (
    <FormStateContext value={state}>
      <form
        key={state.sentCount}
        ref={onMount}
        className="inquiry"
        action="/contact"
        method="post"
        noValidate
        aria-busy={isSubmitting}
        onSubmit={onSubmit}
        onChange={onChange}
      >
        {/* Elements that appear later have a permanent parent. Inserting them beside a control
            could fail: React inserts before a sibling, and extensions wrap controls. */}
        <div>{outcome.status === 'sent' && <Receipt times={outcome.receipt} />}</div>
        <div>
          <ErrorSummary />
        </div>
        <fieldset disabled={isSubmitting} aria-labelledby="form-heading">
          <InquiryFields />
        </fieldset>
        <div>
          {isSlow && <p className="note">{contact.outcome.slow}</p>}
          {outcome.status === 'failed' && <FailureMessage failure={outcome.failure} />}
        </div>
        <button
          type="submit"
          className="button"
          data-submitting={copy.submitting}
          disabled={isSubmitting}
        >
          {isSubmitting ? copy.submitting : copy.submit}
        </button>
        <p className="caution">{copy.noObligation}</p>
        <PrivacyNotice />
        {isSubmitting && <NavigationBlocker />}
      </form>
      {/* Outside the form, because screen readers ignore changes in an aria-busy region. */}
      <p className="visually-hidden" role="status" ref={statusLine}>
        {isSubmitting && progress}
      </p>
    </FormStateContext>
  );
}

/** Lists the errors of the form. Without script, `autofocus` scrolls to them. */
function ErrorSummary() {
  const state = useContext(FormStateContext);
  const { rejections } = state;
  const { posted } = useSiteData();
  const summary = useRef<HTMLDivElement>(null);
  const problem = findProblem(state, posted);

  useEffect(() => {
    if (rejections > 0) summary.current?.focus();
  }, [rejections]);

  if (problem.kind === 'none') return null;
  return (
    <div
      className="error-summary"
      role="group"
      aria-labelledby="error-summary-heading"
      tabIndex={-1}
      autoFocus
      ref={summary}
    >
      {problem.kind === 'form' ? (
        <RejectedForm reason={problem.reason} posted={posted} />
      ) : (
        <InvalidFields count={problem.count} listed={problem.listed} />
      )}
      {problem.values && <EmailFallback values={problem.values as Partial<Inquiry>} />}
    </div>
  );
}

interface RejectedFormProps {
  reason: FormRejection;
  posted: PostedForm | undefined;
}

/** Explains why the whole form was rejected. */
function RejectedForm({ reason, posted }: RejectedFormProps) {
  const isKept = posted?.values !== undefined;
  const { heading, detail } = describeRejection(reason, posted?.retryAfterSeconds, isKept);
  return (
    <>
      <h3 id="error-summary-heading">{heading}</h3>
      <p>{detail}</p>
    </>
  );
}

/** The number of invalid fields, and the errors of those that are `listed`. */
function InvalidFields({ count, listed }: { count: number; listed: Field[] }) {
  return (
    <>
      <h3 id="error-summary-heading">{formatPlural(firm, contact.errors.heading, count)}</h3>
      <ul>
        {listed.map((name) => (
          <li key={name}>
            <FieldError name={name} isFirstOfMany={listed.length < count} />
          </li>
        ))}
      </ul>
    </>
  );
}

/** An error in the summary, with a link to its field. */
function FieldError({ name, isFirstOfMany }: { name: Field; isFirstOfMany: boolean }) {
  const { errors } = useContext(FormStateContext);
  const error = errors[name] ?? '';
  const copy = contact.errors;
  if (name === 'honeypot') return `${error}. ${copy.honeypotEmptied}`;
  return (
    <a href={`#${name}`} onClick={focusField}>
      {isFirstOfMany ? copy.startWith(error) : error}
    </a>
  );
}

/** Focuses the field without a history entry. */
function focusField(event: MouseEvent<HTMLAnchorElement>) {
  const target = document.querySelector<HTMLElement>(event.currentTarget.hash);
  if (!target) return;
  event.preventDefault();
  target.focus();
}

/** Explains why the inquiry was not sent. Screen readers read the explanation on focus. */
function FailureMessage({ failure }: { failure: Failure }) {
  const { heading, detail } = getFailureText(failure);
  return (
    <div
      className="outcome failure"
      role="group"
      tabIndex={-1}
      aria-labelledby="outcome-heading"
      aria-describedby="outcome-detail"
    >
      <p id="outcome-heading">{heading}</p>
      <div id="outcome-detail">
        <p>{detail}</p>
        <EmailFallback values={failure.inquiry}>
          {failure.isUnanswered && (
            <button type="button" className="email-fallback" onClick={sendNatively}>
              {contact.outcome.sendAnotherWay}
            </button>
          )}
        </EmailFallback>
      </div>
    </div>
  );
}

/**
 * Returns the heading and the detail of a failure. The heading differs from that of a rejected
 * form, because the toast already says that the inquiry failed.
 */
function getFailureText({ reason, retryAfterSeconds, isUnanswered }: Failure) {
  const described = describeRejection(reason, retryAfterSeconds);
  if (reason !== 'failed') return described;
  const { notSent, unanswered } = contact.outcome;
  return { ...described, heading: isUnanswered ? unanswered : notSent };
}

/** Submits the form natively, as it is without script. */
function sendNatively({ currentTarget: { form } }: MouseEvent<HTMLButtonElement>) {
  if (!form) return;
  rememberSubmission(form);
  form.submit();
}

/**
 * Asks before the visitor leaves the site. A client navigation does not ask: the toast shows on
 * every page.
 */
function NavigationBlocker() {
  useBeforeUnload((event) => event.preventDefault());
  return null;
}

/**
 * During a submission, moves the focus from a disabled control to the status line (the returned
 * ref), and then to the outcome.
 */
function useMoveFocus(isSubmitting: boolean) {
  const statusLine = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    const line = statusLine.current;
    if (!isSubmitting || !line) return;
    if (document.activeElement?.matches('body, :disabled') ?? true) {
      line.tabIndex = -1;
      line.focus({ preventScroll: true });
    }
    return () => {
      if (document.activeElement === line) document.querySelector<HTMLElement>('.outcome')?.focus();
      // Without this, screen readers would read the empty element.
      line.removeAttribute('tabindex');
    };
  }, [isSubmitting]);
  return statusLine;
}
