import { contact } from '../content/contact.ts';

/** Out of sight, of the tab order and of the accessibility tree, and nothing that autofill knows by its name. */
export function Honeypot() {
  const { honeypot } = contact.form;
  return (
    <div className="honeypot" aria-hidden="true">
      <label htmlFor="honeypot">{honeypot}</label>
      <input
        id="honeypot"
        name="honeypot"
        type="text"
        tabIndex={-1}
        autoComplete="off"
        data-1p-ignore=""
        data-bwignore=""
        data-lpignore="true"
        data-form-type="other"
      />
    </div>
  );
}
