import type { ReactNode } from 'react';
import { actionLinks } from '../content/action-links.ts';
import type { OpenView } from './action-link-view.ts';

/** Posts to its own URL, whose signature authorizes the action. */
export function ConfirmForm(view: OpenView) {
  const { action, expires, typed, errors, problem, shown = {} } = view;
  const isAssignment = action === 'assign';
  const change = shown.assignee ? 'reassign' : shown.lastChange !== undefined && 'reopen';
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
        <Field name="by" label={form.by} error={errors?.by} isRequired={isAssignment}>
          <input type="text" autoComplete="name" required={isAssignment} {...control('by')} />
        </Field>
        {!isAssignment && (
          <Field name="note" label={form.note} error={errors?.note}>
            <textarea rows={2} {...control('note')} />
          </Field>
        )}
      </fieldset>
      {Object.entries(shown).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <button className="button">{change ? form[change] : actions[action].confirm}</button>
      <p className="privacy">{expiryNotice(expires, isAssignment)}</p>
    </form>
  );
}

interface FieldProps {
  name: string;
  label: string;
  error: string | undefined;
  isRequired?: boolean;
  children: ReactNode;
}

function Field({ name, label, error, isRequired, children }: FieldProps) {
  const { form } = actionLinks;
  return (
    <div className="field field-wide">
      <div className="field-label">
        <label htmlFor={name}>{label}</label>
        {!isRequired && <small>{form.optional}</small>}
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
