import { createContext, useContext } from 'react';
import { type Field, fields } from '../../inquiry/inquiry.ts';

export type Errors = { [name in Field | 'form']?: string | undefined };

/** The form's initial values and current errors, shared by its fields. */
export interface FormState {
  values: Partial<Record<Field, string>>;
  errors: Errors;
}

export const FormStateContext = createContext<FormState>({ values: {}, errors: {} });

/** Returns the attributes that link a control to its name, initial value, help and error. */
export function useControlProps(name: keyof typeof fields, hasHelp = false) {
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

export const isOptional = (name: keyof typeof fields): boolean => 'isOptional' in fields[name];
