import {
  useContext,
  useEffect,
  useRef,
  useState,
  type ComponentProps,
  type ReactNode,
} from 'react';
import { contact } from '../../content/contact.ts';
import { maxLengths, messageLength, type Field as FieldName } from '../../inquiry/inquiry.ts';
import { FormStateContext, useControl } from './form-state.ts';
import { Tip } from './tooltip.tsx';

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
      <input type="text" dir="auto" {...input} {...control} />
    </Field>
  );
}

export function ChoiceField({ choices, ...field }: WideFieldProps & { choices: object }) {
  const { form } = contact;
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

export function LongTextField(field: WideFieldProps & { name: keyof typeof maxLengths }) {
  const text = useRef<HTMLTextAreaElement>(null);
  const [length, setLength] = useState(0);
  const count = () => setLength(messageLength(text.current?.value ?? ''));
  // Not in the first render, which knows only what the server knew.
  useEffect(count, []);

  return (
    <Field {...field}>
      <textarea rows={6} dir="auto" ref={text} onChange={count} {...useControl(field.name)} />
      <CharactersLeft left={maxLengths[field.name] - length} />
    </Field>
  );
}

/** From here on the room is worth a mention. */
const shortOf = 200;

/** How much room is left once it gets short. Announced then and where it ends, not at each key. */
function CharactersLeft({ left }: { left: number }) {
  const text = contact.form.charactersLeft(left);
  const state = left > shortOf ? 'ample' : left < 0 ? 'over' : 'short';
  const [announced, setAnnounced] = useState({ state: 'ample', text: '' });
  if (announced.state !== state) setAnnounced({ state, text: state === 'ample' ? '' : text });

  return (
    <>
      {state !== 'ample' && (
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
  label,
  hint,
  isOptional = false,
  isWide = false,
  children,
}: WideFieldProps & { children: ReactNode }) {
  const { form } = contact;
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

/** A question mark that says why we ask. */
function Hint({ about, text }: { about: string; text: string }) {
  const [isOpen, setOpen] = useState(false);
  /** Set when a press closes the hint, so that its click does not open it again. */
  const isClosing = useRef(false);
  return (
    <Tip text={text} open={isOpen} onOpenChange={setOpen}>
      <button
        type="button"
        className="hint-button"
        aria-label={about}
        onPointerDown={() => {
          isClosing.current = isOpen;
        }}
        onClick={(event) => {
          // A tooltip would close here, and a finger has no other way to open it.
          event.preventDefault();
          setOpen(!isClosing.current);
          isClosing.current = false;
        }}
      />
    </Tip>
  );
}
