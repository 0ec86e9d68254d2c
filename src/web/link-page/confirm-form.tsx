import { actionLinks as copy } from '../../content/action-links.ts';
import { firm } from '../../content/firm.ts';
import { formatTime } from '../../inquiry/format-time.ts';
import { linkActions, type SignedLink, toTitleCase } from '../../inquiry/link-actions.ts';
import type { ConfirmationFields, ConfirmationForm } from './link-state.ts';

export type FormView = SignedLink & ConfirmationForm;

type FormProps = { view: FormView; lastChange?: string | undefined };

/** Posts to its own URL, whose signature authorizes the action. `lastChange`: its description. */
export function ConfirmForm({ view, lastChange }: FormProps) {
  const { action, expiresAt, problem, shown } = view;
  const isAssignment = action === 'assign';
  const isReusable = isAssignment || action === 'spam-many';
  const expires = formatTime(firm.timeZone, Date.parse(expiresAt));
  const { form, problems } = copy;
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
          <h3 id="problem" dir="auto">
            {(problem === 'changed' && lastChange) || problems[problem].heading}
          </h3>
          <p>{problems[problem].detail}</p>
        </div>
      )}
      <fieldset>
        <legend className="visually-hidden">{form.legend}</legend>
        {isAssignment && <ConfirmField view={view} name="assignee" />}
        <ConfirmField view={view} name="by" />
        {!isReusable && <ConfirmField view={view} name="note" />}
      </fieldset>
      <input type="hidden" name="shown" value={shown} />
      <button className="button">
        {toTitleCase(isAssignment && shown ? form.reassign : linkActions[action].confirm)}
      </button>
      <p className="privacy">{copy.expiryNotice(expires, isReusable)}</p>
    </form>
  );
}

function ConfirmField({ view, name }: { view: ConfirmationForm; name: keyof ConfirmationFields }) {
  const { typed, knownName, assignees, errors } = view;
  const error = errors?.[name];
  const isNote = name === 'note';
  const attributes = {
    id: name,
    name,
    defaultValue: typed?.[name] ?? (isNote ? undefined : knownName),
    // Without script, autofocus leads to the error.
    autoFocus: Boolean(error),
    ...(error && { 'aria-invalid': true, 'aria-describedby': `${name}-error` }),
  };
  const suggestions =
    name === 'by' ? { autoComplete: 'name' } : { autoComplete: 'off', list: 'names' };
  return (
    <div className="field field-wide">
      <div className="field-label">
        <label htmlFor={name}>{copy.form[name]}</label>
        {isNote && <small>{copy.form.optional}</small>}
      </div>
      {isNote && <textarea rows={2} {...attributes} />}
      {!isNote && <input type="text" required {...suggestions} {...attributes} />}
      {name === 'assignee' && (
        <datalist id="names">
          {assignees?.map((assignee) => (
            <option key={assignee} value={assignee} />
          ))}
        </datalist>
      )}
      {error && (
        <p className="field-error" id={`${name}-error`}>
          {error}
        </p>
      )}
    </div>
  );
}
