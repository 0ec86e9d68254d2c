import { createContext, useContext } from 'react';
import type { Field } from '../../inquiry/inquiry.ts';

export type Errors = { [name in Field | 'form']?: string | undefined };

/** What the fields of the form share: the values they start with, and the messages under them. */
export interface FormState {
  values: Partial<Record<Field, string>>;
  errors: Errors;
}

export const FormStateContext = createContext<FormState>({ values: {}, errors: {} });

/** The attributes that tie a control to its name, its starting value, its hint and its error. */
export function useControl(name: Field, { isOptional = false, hasHint = false } = {}) {
  const { values, errors } = useContext(FormStateContext);
  const describedBy = [errors[name] && `${name}-error`, hasHint && `${name}-hint`].filter(Boolean);
  return {
    id: name,
    name,
    required: !isOptional,
    defaultValue: values[name],
    'aria-invalid': errors[name] ? true : undefined,
    'aria-describedby': describedBy.join(' ') || undefined,
  };
}
