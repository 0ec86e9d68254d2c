import type { Inquiry } from '../../inquiries/inquiry.ts';
import { contact } from '../content/contact.ts';
import { MailInstead } from './mail-instead.tsx';
import type { Outcome } from './use-inquiry-form.ts';

interface OutcomeMessageProps {
  outcome: Outcome | undefined;
  /** What was sent. */
  inquiry: Inquiry | undefined;
}

/** Stays beside the form when the toast is gone. The toast announces it, so this does not. */
export function OutcomeMessage({ outcome, inquiry }: OutcomeMessageProps) {
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
