import { useContext, type ComponentProps, type ReactNode } from 'react';
import type { Field as FieldName } from '../../inquiries/inquiry.ts';
import { contact } from '../content/contact.ts';
import { useFirm } from '../site.tsx';
import { FormStateContext, useControl } from './form-state.ts';
import { Hint } from './hint.tsx';

interface FieldProps {
  name: FieldName;
  label: ReactNode;
  /** Why we ask: the field's description, shown on demand, and without script below the field. */
  hint?: { about: string; text: string } | undefined;
  isOptional?: boolean;
}

type WideFieldProps = FieldProps & { isWide?: boolean };

type TextFieldProps = FieldProps & Omit<ComponentProps<'input'>, 'name'>;

export function TextField({ name, label, hint, isOptional = false, ...input }: TextFieldProps) {
  const control = useControl(name, { isOptional, hasHint: Boolean(hint) });
  return (
    <Field {...{ name, label, hint, isOptional }}>
      <input type="text" {...input} {...control} />
    </Field>
  );
}

export function ChoiceField({ choices, ...field }: WideFieldProps & { choices: object }) {
  const { form } = contact(useFirm());
  const control = useControl(field.name, { hasHint: Boolean(field.hint) });
  return (
    <Field {...field}>
      <div className="choice">
        <select {...control}>
          <option value="">{form.unchosen}</option>
          {Object.entries(choices).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      </div>
    </Field>
  );
}

export function LongTextField(field: WideFieldProps) {
  return (
    <Field {...field}>
      <textarea rows={6} {...useControl(field.name)} />
    </Field>
  );
}

function Field({
  name,
  label,
  hint,
  isOptional = false,
  isWide = false,
  children,
}: WideFieldProps & { children: ReactNode }) {
  const { form } = contact(useFirm());
  const error = useContext(FormStateContext).errors[name];
  return (
    <div className={isWide ? 'field field-wide' : 'field'}>
      <div className="field-label">
        <label htmlFor={name}>{label}</label>
        {isOptional && <small>{form.optional}</small>}
        {hint && <Hint {...hint} />}
      </div>
      {children}
      {hint && (
        <div className="hint-text" id={`${name}-hint`}>
          {hint.text}
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
