import { useContext, type ComponentProps, type ReactNode } from 'react';
import { contact } from '../../content/contact.ts';
import { fields } from '../../inquiry/inquiry.ts';
import { FormStateContext } from './form-state.ts';
import { HelpButton } from './tooltip.tsx';

interface FieldProps {
  name: keyof Fields;
  /** That of the field's record by default. */
  label?: ReactNode;
  /** The field's description: a tooltip, or text below the field without script. */
  help?: { about: string; text: ReactNode } | undefined;
}

type Fields = typeof fields;
type ChoiceName = {
  [Name in keyof Fields]: Fields[Name] extends { choices: object } ? Name : never;
}[keyof Fields];

type WideFieldProps = FieldProps & { isWide?: boolean };

type TextFieldProps = FieldProps & Omit<ComponentProps<'input'>, 'name'>;

export function TextField({ name, label, help, ...input }: TextFieldProps) {
  const control = useControlProps(name, Boolean(help));
  return (
    <Field name={name} label={label} help={help}>
      <input type="text" dir="auto" {...input} {...control} />
    </Field>
  );
}

export function SelectField(field: WideFieldProps & { name: ChoiceName }) {
  const { form } = contact;
  const control = useControlProps(field.name, Boolean(field.help));
  return (
    <Field {...field}>
      <div className="select">
        <select {...control}>
          <option value="">{form.placeholder}</option>
          {Object.entries(fields[field.name].choices).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      </div>
    </Field>
  );
}

export function TextareaField(field: WideFieldProps & { name: 'message' }) {
  const control = useControlProps(field.name, true);
  return (
    <Field {...field}>
      <p className="note" id={`${field.name}-help`}>
        {contact.form.messageHelp}
      </p>
      <textarea rows={6} dir="auto" {...control} />
    </Field>
  );
}

function Field({
  name,
  label = fields[name].label,
  help,
  isWide = false,
  children,
}: WideFieldProps & { children: ReactNode }) {
  const { form } = contact;
  const error = useContext(FormStateContext).errors[name];
  return (
    <div className={isWide ? 'field field-wide' : 'field'}>
      <div className="field-label">
        <label htmlFor={name}>{label}</label>
        {isOptional(name) && <small>{form.optional}</small>}
        {help && <HelpButton label={help.about} text={help.text} />}
      </div>
      {children}
      {help && (
        <div className="help-text" id={`${name}-help`}>
          {help.text}
        </div>
      )}
      {error && (
        <p className="field-error" id={`${name}-error`}>
          {error}
        </p>
      )}
    </div>
  );
}

/** Returns the attributes that link a control to its name, initial value, help and error. */
function useControlProps(name: keyof Fields, hasHelp: boolean) {
  const { values, errors } = useContext(FormStateContext);
  const describedBy = [errors[name] && `${name}-error`, hasHelp && `${name}-help`].filter(Boolean);
  return {
    id: name,
    name,
    required: !isOptional(name),
    defaultValue: values[name],
    'aria-invalid': errors[name] ? true : undefined,
    'aria-describedby': describedBy.join(' ') || undefined,
  };
}

const isOptional = (name: keyof Fields) => 'isOptional' in fields[name];
