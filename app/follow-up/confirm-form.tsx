import type { ComponentProps } from 'react';
import { followUp } from '../content/follow-up.ts';
import type { OpenView } from './follow-up-view.ts';

/** Posted to the address that it stands at, which is the only key. */
export function ConfirmForm({ action, expires, typed, errors, problem }: OpenView) {
  const { actions, form, problems, works } = followUp;
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
          {(control) => (
            <input type="text" autoComplete="name" defaultValue={typed?.by} {...control} />
          )}
        </Field>
        <Field name="note" label={form.note} error={errors?.note}>
          {(control) => <textarea rows={4} defaultValue={typed?.note} {...control} />}
        </Field>
      </fieldset>
      <button className="button">{actions[action].confirm}</button>
      <p className="privacy">{works(expires)}</p>
    </form>
  );
}

type Control = Pick<
  ComponentProps<'input'> & ComponentProps<'textarea'>,
  'id' | 'name' | 'aria-invalid' | 'aria-describedby' | 'autoFocus'
>;

interface FieldProps {
  name: string;
  label: string;
  error: string | undefined;
  children: (control: Control) => React.ReactNode;
}

function Field({ name, label, error, children }: FieldProps) {
  const { form } = followUp;
  return (
    <div className="field field-wide">
      <div className="field-label">
        <label htmlFor={name}>{label}</label>
        <small>{form.optional}</small>
      </div>
      {children({
        id: name,
        name,
        // Without script nothing else leads to what has to change.
        autoFocus: Boolean(error),
        ...(error && { 'aria-invalid': true, 'aria-describedby': `${name}-error` }),
      })}
      {error && (
        <p className="field-error" id={`${name}-error`}>
          {error}
        </p>
      )}
    </div>
  );
}
