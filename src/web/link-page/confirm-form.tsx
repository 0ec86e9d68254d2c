import type { ReactNode } from 'react';
import { actionLinks as copy } from '../../content/action-links.ts';
import { firm } from '../../content/firm.ts';
import { type LinkAction, linkActions, toTitleCase } from '../../inquiry/link-actions.ts';
import { formatTime, type IsoTime } from '../../text/format-time.ts';
import { toTeamEnglish } from '../../text/locale-options.ts';
import type { ConfirmationFields, InitialValues } from './link-state.ts';

type FieldName = keyof ConfirmationFields;

interface FormProps {
  action: LinkAction;
  expiresAt: IsoTime;
  /** Version of the shown data, which the confirmation posts back. */
  version: string;
  /** The inquiry already has an assignee, whom the confirmation replaces. */
  isReassignment?: boolean;
  /** Names to suggest for an assignment. */
  assignees?: string[];
  /** Unknown name for which the page asks a second confirmation. The form posts it back. */
  questionedName?: string | undefined;
  values: InitialValues;
  errors?: Partial<ConfirmationFields> | undefined;
  problem?: ProblemProps | undefined;
}

export interface ProblemProps {
  heading: string;
  detail: string;
}

/** Posts to its own URL, whose signature authorizes the action. */
export function ConfirmForm(props: FormProps) {
  const { action, expiresAt, version, assignees = [], values, errors = {}, problem } = props;
  const { isReassignment = false, questionedName } = props;
  const { kind } = linkActions[action];
  const isReusable = kind === 'assign' || kind === 'mark-suspected';
  const expires = formatTime(toTeamEnglish(firm), Date.parse(expiresAt));
  const expiry = isReusable ? copy.expiry.often : copy.expiry.once;
  return (
    <form className="inquiry" method="post">
      <h2 className="visually-hidden">{copy.form.heading}</h2>
      {problem && <Problem {...problem} />}
      <fieldset>
        <legend className="visually-hidden">{copy.form.legend}</legend>
        {kind === 'assign' && (
          <AssigneeField value={values.assignee} error={errors.assignee} names={assignees} />
        )}
        <AuthorField value={values.by} error={errors.by} />
        {kind !== 'mark-suspected' && <NoteField value={values.note} error={errors.note} />}
      </fieldset>
      <input type="hidden" name="version" value={version} />
      {questionedName && <input type="hidden" name="questioned" value={questionedName} />}
      <button className="button">
        {toTitleCase(isReassignment ? copy.form.reassign : copy.confirm[action])}
      </button>
      <p className="privacy">{expiry(expires)}</p>
    </form>
  );
}

const Problem = ({ heading, detail }: ProblemProps) => (
  <div className="error-summary" role="group" aria-labelledby="problem" tabIndex={-1} autoFocus>
    <h3 id="problem" dir="auto">
      {heading}
    </h3>
    <p>{detail}</p>
  </div>
);

interface FieldProps {
  value: string | undefined;
  error: string | undefined;
}

const AuthorField = ({ value, error }: FieldProps) => (
  <Field name="by" error={error}>
    <input type="text" required autoComplete="name" {...getAttributes('by', value, error)} />
  </Field>
);

const AssigneeField = ({ value, error, names }: FieldProps & { names: string[] }) => (
  <Field name="assignee" error={error}>
    <input
      type="text"
      required
      autoComplete="off"
      list="names"
      {...getAttributes('assignee', value, error)}
    />
    <datalist id="names">
      {names.map((name) => (
        <option key={name} value={name} />
      ))}
    </datalist>
  </Field>
);

const NoteField = ({ value, error }: FieldProps) => (
  <Field name="note" hint={copy.form.optional} error={error}>
    <textarea rows={2} {...getAttributes('note', value, error)} />
  </Field>
);

interface FieldLayoutProps {
  name: FieldName;
  hint?: string;
  error: string | undefined;
  /** The control. */
  children: ReactNode;
}

const Field = ({ name, hint, error, children }: FieldLayoutProps) => (
  <div className="field field-wide">
    <div className="field-label">
      <label htmlFor={name}>{copy.form[name]}</label>
      {hint && <small>{hint}</small>}
    </div>
    {children}
    {error && (
      <p className="field-error" id={getErrorId(name)}>
        {error}
      </p>
    )}
  </div>
);

/** Returns the attributes of a control. Without script, `autofocus` leads to an invalid one. */
function getAttributes(name: FieldName, value: string | undefined, error: string | undefined) {
  const attributes = { id: name, name, defaultValue: value };
  if (!error) return attributes;
  return {
    ...attributes,
    autoFocus: true,
    'aria-invalid': true,
    'aria-describedby': getErrorId(name),
  };
}

const getErrorId = (name: FieldName) => `${name}-error`;
