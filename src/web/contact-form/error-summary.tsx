import { useEffect, useRef, type MouseEvent } from 'react';
import { contact } from '../../content/contact.ts';
import { fieldNames } from '../../inquiry/inquiry.ts';
import { useSiteData } from '../site-data.ts';
import { EmailFallback } from './email-fallback.tsx';
import type { Errors } from './form-state.ts';

interface ErrorSummaryProps {
  errors: Errors;
  /** Number of rejected attempts: each new one moves focus to the summary. */
  attempt: number;
}

/** The summary lists at most this number of errors; of more, it lists the first. */
const maxListed = 3;

/** Lists the errors, each linked to its field. Without script, `autofocus` scrolls to it. */
export function ErrorSummary({ errors, attempt }: ErrorSummaryProps) {
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
