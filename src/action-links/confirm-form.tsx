import type { ReactNode } from 'react';
import { actionLinks } from '../content/action-links.ts';
import type { OpenView } from './action-link-view.ts';

/** Posts to its own URL, whose signature authorizes the action. */
export function ConfirmForm({ action, expires, typed, errors, problem, lastChange }: OpenView) {
  const { actions, form, problems, expiryNotice } = actionLinks;
  const control = (name: 'by' | 'note') => ({
    defaultValue: typed?.[name],
    id: name,
    name,
    // Without script, autofocus leads to the error.
    autoFocus: Boolean(errors?.[name]),
    ...(errors?.[name] && { 'aria-invalid': true, 'aria-describedby': `${name}-error` }),
  });
  return (
    <form className="inquiry" method="post">
      <h2 className="visually-hidden">{form.heading}</h2>
      {problem && (
        <div
          className="error-summary"
          role="group"
          aria-labelledby="problem"
          tabIndex={-1}
          autoFocus
        >
          <h3 id="problem">{problems[problem].heading}</h3>
          <p>{problems[problem].detail}</p>
        </div>
      )}
      <fieldset>
        <legend className="visually-hidden">{form.legend}</legend>
        <Field name="by" label={form.by} error={errors?.by}>
          <input type="text" autoComplete="name" {...control('by')} />
        </Field>
        <Field name="note" label={form.note} error={errors?.note}>
          <textarea rows={2} {...control('note')} />
        </Field>
      </fieldset>
      {lastChange !== undefined && <input type="hidden" name="lastChange" value={lastChange} />}
      <button className="button">
        {lastChange === undefined ? actions[action].confirm : form.reopen}
      </button>
      <p className="privacy">{expiryNotice(expires)}</p>
    </form>
  );
}

interface FieldProps {
  name: string;
  label: string;
  error: string | undefined;
  children: ReactNode;
}

function Field({ name, label, error, children }: FieldProps) {
  const { form } = actionLinks;
  return (
    <div className="field field-wide">
      <div className="field-label">
        <label htmlFor={name}>{label}</label>
        <small>{form.optional}</small>
      </div>
      {children}
      {error && (
        <p className="field-error" id={`${name}-error`}>
          {error}
        </p>
      )}
    </div>
  );
}
