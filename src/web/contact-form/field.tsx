import { useContext, useSyncExternalStore, type ComponentProps, type ReactNode } from 'react';
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
  /** The id of a text about several fields. */
  notice?: string;
}

type Fields = typeof fields;
type ChoiceName = {
  [Name in keyof Fields]: Fields[Name] extends { choices: object } ? Name : never;
}[keyof Fields];

type WideFieldProps = FieldProps & { isWide?: boolean };

type TextFieldProps = FieldProps & Omit<ComponentProps<'input'>, 'name'>;

export function TextField({ name, label, help, notice, ...input }: TextFieldProps) {
  const control = useControlProps(name, useHelpId({ name, help }), notice);
  return (
    <Field name={name} label={label} help={help}>
      <input type="text" dir="auto" {...input} {...control} />
    </Field>
  );
}

export function SelectField(field: WideFieldProps & { name: ChoiceName }) {
  const { form } = contact;
  const control = useControlProps(field.name, useHelpId(field));
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
  const control = useControlProps(field.name, getHelpId(field.name));
  return (
    <Field {...field}>
      <p className="note" id={getHelpId(field.name)}>
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
        <div className="help-text" id={getHelpId(name)}>
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

const getHelpId = (name: keyof Fields) => `${name}-help`;

/**
 * Returns the id of the help text while it is shown in place of the help button, which describes
 * itself: help is read once, and not the hidden text for another persona.
 */
function useHelpId({ name, help }: FieldProps) {
  const hasButton = useSyncExternalStore(subscribeToNothing, returnTrue, returnFalse);
  return help && !hasButton ? getHelpId(name) : undefined;
}

const subscribeToNothing = () => () => undefined;
const returnTrue = () => true;
const returnFalse = () => false;

/**
 * Returns the attributes that link a control to its name, initial value, help and error. Not `required`:
 * browsers would tell screen readers that an untouched field is invalid.
 */
function useControlProps(name: keyof Fields, helpId?: string, noticeId?: string) {
  const { values, errors } = useContext(FormStateContext);
  const descriptions = [errors[name] ? `${name}-error` : helpId, noticeId].filter(Boolean);
  return {
    id: name,
    name,
    defaultValue: values[name],
    'aria-required': !isOptional(name),
    'aria-invalid': Boolean(errors[name]),
    'aria-describedby': descriptions.join(' ') || undefined,
  };
}

const isOptional = (name: keyof Fields) => 'isOptional' in fields[name];
