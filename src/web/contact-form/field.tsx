import {
  useContext,
  useEffect,
  useRef,
  useState,
  type ComponentProps,
  type FocusEvent,
  type ReactNode,
} from 'react';
import { contact } from '../../content/contact.ts';
import { fields, getMessageLength } from '../../inquiry/inquiry.ts';
import { FormStateContext, isOptional, useControlProps } from './form-state.ts';
import { TooltipButton } from './tooltip.tsx';

interface FieldProps {
  name: keyof Fields;
  /** That of the field's record by default. */
  label?: ReactNode;
  /** The field's description: a tooltip, or text below the field without script. */
  help?: { about: string; text: string } | undefined;
}

type Fields = typeof fields;
type ChoiceName = {
  [Name in keyof Fields]: Fields[Name] extends { choices: object } ? Name : never;
}[keyof Fields];

type WideFieldProps = FieldProps & { isWide?: boolean };

type TextFieldProps = FieldProps & Omit<ComponentProps<'input'>, 'name'>;

export function TextField({ name, label, help, children, ...input }: TextFieldProps) {
  const control = useControlProps(name, Boolean(help));
  return (
    <Field {...{ name, label, help }}>
      <input type="text" dir="auto" {...input} {...control} />
      {children}
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
  const text = useRef<HTMLTextAreaElement>(null);
  const [length, setLength] = useState(0);
  const count = () => setLength(getMessageLength(text.current?.value ?? ''));
  // In an effect, since the first render has to match the server's.
  useEffect(count, []);

  return (
    <Field {...field}>
      <p className="note" id={`${field.name}-help`}>
        {contact.form.caution}
      </p>
      <textarea
        rows={6}
        dir="auto"
        ref={text}
        onChange={count}
        {...useControlProps(field.name, true)}
      />
      <CharactersLeft remaining={fields[field.name].maxLength - length} />
    </Field>
  );
}

/** The email field, with a hint when its domain looks mistyped. */
export function EmailField() {
  const [suggestion, setSuggestion] = useState<string>();
  const input = useRef<HTMLInputElement>(null);

  const suggest = async ({ relatedTarget }: FocusEvent) => {
    // A hint that appears while a button is pressed would move the button, and lose the click.
    if (!relatedTarget?.matches('input, select, textarea')) return;
    const module = await import('./suggest-email.ts').catch(() => undefined);
    setSuggestion(module?.suggestEmail(input.current?.value ?? ''));
  };
  const accept = () => {
    input.current?.select();
    // As if typed: it can be undone, and the form sees the change.
    document.execCommand('insertText', false, suggestion);
  };

  return (
    <TextField
      name="email"
      type="email"
      autoComplete="email"
      inputMode="email"
      dir="ltr"
      spellCheck={false}
      ref={input}
      onBlur={suggest}
      onChange={() => setSuggestion(undefined)}
    >
      <p className="email-hint" role="status">
        {suggestion && (
          <button type="button" className="text-link" onClick={accept}>
            {contact.form.emailHint(suggestion)}
          </button>
        )}
      </p>
    </TextField>
  );
}

/** The counter appears at this number of remaining characters. */
const lowThreshold = 200;

/** Counts the remaining characters. Announces only changes of state, not each key press. */
function CharactersLeft({ remaining }: { remaining: number }) {
  const state = remaining > lowThreshold ? 'hidden' : remaining < 0 ? 'over' : 'low';
  const text = state === 'hidden' ? '' : contact.form.charactersLeft(remaining);
  const [announced, setAnnounced] = useState({ state: 'hidden', text: '' });
  if (announced.state !== state) setAnnounced({ state, text });

  return (
    <>
      {state !== 'hidden' && (
        <p className={`characters-left is-${state}`} aria-hidden="true">
          {text}
        </p>
      )}
      <p className="visually-hidden" role="status">
        {announced.text}
      </p>
    </>
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
        {help && (
          <TooltipButton
            className="help-button"
            aria-label={help.about}
            tooltip={help.text}
            isToggle
          />
        )}
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
