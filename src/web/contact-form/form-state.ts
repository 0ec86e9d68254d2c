import { createContext } from 'react';
import { contact } from '../../content/contact.ts';
import { firm } from '../../content/firm.ts';
import type { FormErrors, FormRejection, FormValues } from '../../inquiry/form-errors.ts';
import { type Field, fieldNames, type Inquiry, parseInquiry } from '../../inquiry/inquiry.ts';
import type { PostedForm, SiteData } from '../site-data.ts';
import type { ReceiptTimes } from './receipt-times.ts';

/** An inquiry that could not be sent. */
export interface Failure {
  reason: FormRejection;
  retryAfterSeconds?: number;
  inquiry: Inquiry;
  /** The last request got no response, perhaps because a proxy or an extension blocks it. */
  isUnanswered: boolean;
}

/** State of the submission (specification, part 4). */
export type Outcome =
  | { status: 'idle' | 'submitting' }
  | { status: 'failed'; failure: Failure }
  /** `receipt`: undefined if the server did not say when the inquiry arrived. */
  | { status: 'sent'; receipt: ReceiptTimes | undefined };

interface SentInquiry {
  /** Key of the history entry from which the inquiry was sent. */
  entry: string;
  /** Monotonic time of the success (`performance.now()`). */
  sentMs: number;
  receipt: ReceiptTimes | undefined;
}

export interface FormState {
  outcome: Outcome;
  /** Initial values of the fields, which are uncontrolled. */
  values: FormValues;
  errors: FormErrors;
  /** Number of rejected attempts. A new one moves the focus to the error summary. */
  rejections: number;
  /**
   * Typed values, once the honeypot has been filled repeatedly: a program fills it at each attempt.
   */
  blocked?: Partial<Inquiry> | undefined;
  /** Number of sent inquiries. A new one empties the form. */
  sentCount: number;
  /**
   * The last sent inquiry, until the visitor types. Going Back to its history entry shows its
   * receipt again.
   */
  lastSent?: SentInquiry | undefined;
}

/** Maximum number of errors in the summary. If there are more, it lists only the first error. */
const maxListedErrors = 3;

/** Problem that the error summary above the form shows. */
export type FormProblem =
  | { kind: 'none' }
  /**
   * The whole form was rejected. `values`: typed values; undefined if the server did not read them.
   */
  | { kind: 'form'; reason: FormRejection; values: FormValues | undefined }
  /** `values`: typed values, if the visitor cannot correct one of the listed errors. */
  | { kind: 'fields'; count: number; listed: Field[]; values: FormValues | undefined };

/** Returns the problem of a form. `posted`: a rejected native submission. */
export function findProblem(
  { errors, blocked }: FormState,
  posted: PostedForm | undefined,
): FormProblem {
  const values = blocked ?? posted?.values;
  if (errors.form) return { kind: 'form', reason: errors.form, values };
  const names = fieldNames.filter((name) => errors[name]);
  if (names.length === 0) return { kind: 'none' };
  const listed = names.length > maxListedErrors ? names.slice(0, 1) : names;
  const isCorrectable = !listed.includes('honeypot');
  return {
    kind: 'fields',
    count: names.length,
    listed,
    values: isCorrectable ? undefined : values,
  };
}

export const idle: FormState = {
  outcome: { status: 'idle' },
  values: {},
  errors: {},
  rejections: 0,
  sentCount: 0,
};

export const FormStateContext = createContext(idle);

export const validateForm = (form: HTMLFormElement) =>
  parseInquiry(Object.fromEntries(new FormData(form)), firm);

/**
 * Returns the state with which the server renders the form, including the result of a native
 * submission.
 */
export const createServerState = ({ posted, sent }: SiteData): FormState => ({
  ...idle,
  outcome: sent ? { status: 'sent', receipt: sent } : idle.outcome,
  values: posted?.values ?? {},
  errors: posted ? describeErrors(posted) : {},
});

/**
 * Returns the state for hydrating the server's form. `message`: text in the field of the message,
 * which the visitor may have edited.
 */
export function createHydrationState(site: SiteData, message: string): FormState {
  const rendered = createServerState(site);
  if (!message) return rendered;
  // Hydration resets a textarea to its rendered text: keep the current value.
  return { ...rendered, values: { ...rendered.values, message } };
}

/**
 * Returns the state of a form that a client navigation opens. `entry`: key of the history entry.
 */
export function createReopenedState(
  previous: FormState,
  entry: string,
  draft: FormValues,
): FormState {
  const outcome = getReopenedOutcome(previous, entry);
  return { ...previous, outcome, values: draft, errors: {} };
}

function getReopenedOutcome({ outcome, lastSent }: FormState, entry: string): Outcome {
  if (outcome.status === 'submitting') return outcome;
  if (lastSent?.entry !== entry) return idle.outcome;
  return { status: 'sent', receipt: lastSent.receipt };
}

function describeErrors({ errors, cut = [] }: PostedForm): FormErrors {
  const described = { ...errors };
  for (const name of cut) described[name] = `${errors[name]}. ${contact.errors.cut}`;
  return described;
}
