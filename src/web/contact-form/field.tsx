import { type AllHTMLAttributes, type ReactNode, useContext } from 'react';
import { contact } from '../../content/contact.ts';
import { fieldRecords } from '../../inquiry/inquiry.ts';
import { useIsHydrated } from '../ui/use-is-hydrated.ts';
import { FormStateContext } from './form-state.ts';
import { HelpButton } from './tooltip.tsx';

type FieldName = keyof typeof fieldRecords;

/** A field's description: a tooltip, or text below the field without script. */
export interface Help {
  /** Label of the tooltip's button. */
  about: string;
  text: ReactNode;
}

interface FieldProps extends Omit<AllHTMLAttributes<HTMLElement>, 'label'> {
  name: FieldName;
  /** Default: the label of the field's record. */
  label?: ReactNode;
  help?: Help | undefined;
  /** Id of a notice about several fields. */
  notice?: string;
  isWide?: boolean;
}

/** A field with its label, help and error. Other props are passed to the control. */
export function Field({ name, label, help, notice, isWide, ...input }: FieldProps) {
  const { form } = contact;
  const { values, errors } = useContext(FormStateContext);
  const { isOptional } = fieldRecords[name];
  const error = errors[name];
  const helpId = `${name}-help`;
  const errorId = `${name}-error`;
  const isHydrated = useIsHydrated();
  // The help button has its own description. Referring to the text here too would read it twice,
  // with the hidden text for another persona.
  const hasHelpText = name === 'message' || (help && !isHydrated);
  const helpTextId = hasHelpText ? helpId : undefined;
  const descriptions = [error ? errorId : helpTextId, notice].filter((id) => id !== undefined);

  return (
    <div className={isWide ? 'field field-wide' : 'field'}>
      <div className="field-label">
        <label htmlFor={name}>{label ?? fieldRecords[name].label}</label>
        {isOptional && <small>{form.optional}</small>}
        {help && <HelpButton label={help.about} text={help.text} />}
      </div>
      {name === 'message' && (
        <p className="note" id={helpId}>
          {form.messageHelp}
        </p>
      )}
      <Control
        {...input}
        id={name}
        name={name}
        defaultValue={values[name]}
        // Not `required`: browsers would tell screen readers that an untouched field is invalid.
        aria-required={!isOptional}
        aria-invalid={error ? true : undefined}
        aria-describedby={descriptions.join(' ') || undefined}
      />
      {help && (
        <div className="help-text" id={helpId}>
          {help.text}
        </div>
      )}
      {error && (
        <p className="field-error" id={errorId}>
          {error}
        </p>
      )}
    </div>
  );
}

function Control({ name, ...props }: AllHTMLAttributes<HTMLElement> & { name: FieldName }) {
  const field = fieldRecords[name];
  if (name === 'message') return <textarea rows={6} dir="auto" name={name} {...props} />;
  if (field.kind === 'text') return <input type="text" dir="auto" name={name} {...props} />;
  return (
    <div className="select">
      <select name={name} {...props}>
        <option value="">{contact.form.placeholder}</option>
        {Object.entries(field.choices).map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    </div>
  );
}
