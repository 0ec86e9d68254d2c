import { useEffect, useRef, type MouseEvent } from 'react';
import { contact } from '../../content/contact.ts';
import { fieldNames } from '../../inquiry/inquiry.ts';
import { useSite } from '../site-data.ts';
import { MailInstead } from './email-fallback.tsx';
import type { Errors } from './form-state.ts';

interface ErrorSummaryProps {
  errors: Errors;
  /** Grows with each rejected attempt: the summary takes focus then. */
  attempt: number;
}

/** What has to change, each a link to its field. Without script `autofocus` brings it into view. */
export function ErrorSummary({ errors, attempt }: ErrorSummaryProps) {
  const { posted } = useSite();
  const words = contact.errors;
  const summary = useRef<HTMLDivElement>(null);
  const names = fieldNames.filter((name) => errors[name]);
  const refusal = errors.form ? words.form(errors.form) : undefined;

  useEffect(() => {
    if (attempt > 0) summary.current?.focus();
  }, [attempt]);

  if (names.length === 0 && !refusal) return null;
  return (
    <div
      className="error-summary"
      role="group"
      aria-labelledby="error-summary-heading"
      tabIndex={-1}
      autoFocus
      ref={summary}
    >
      <h3 id="error-summary-heading">{refusal?.heading ?? words.heading(names.length)}</h3>
      {refusal ? (
        <>
          <p>{refusal.detail}</p>
          {errors.form !== 'tooLarge' && posted && <MailInstead typed={posted.values} />}
        </>
      ) : (
        <ul>
          {names.map((name) => (
            <li key={name}>
              {name === 'honeypot' ? (
                `${errors.honeypot}. ${words.honeypotEmptied}`
              ) : (
                <a href={`#${name}`} onClick={focusTarget}>
                  {errors[name]}
                </a>
              )}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** Goes to the field without a step in the history. */
function focusTarget(event: MouseEvent<HTMLAnchorElement>) {
  const target = document.querySelector<HTMLElement>(event.currentTarget.hash);
  if (!target) return;
  event.preventDefault();
  target.focus();
}
