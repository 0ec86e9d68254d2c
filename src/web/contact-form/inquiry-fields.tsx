import { contact } from '../../content/contact.ts';
import { investorLabels, labels } from '../../content/fields.ts';
import { Field, type Help } from './field.tsx';

const nameInputProps = { autoCapitalize: 'words', spellCheck: false };

/** All fields of the form, with their autofill tokens. */
export function InquiryFields() {
  const { persona, help, helpLabels } = contact.form;
  const createHelp = (name: 'companySize' | 'timeline'): Help => ({
    about: helpLabels[name],
    text: help[name],
  });

  return (
    <>
      <Field name="firstName" autoComplete="given-name" {...nameInputProps} />
      <Field name="lastName" autoComplete="family-name" {...nameInputProps} />
      <Field
        name="email"
        type="email"
        autoComplete="email"
        inputMode="email"
        dir="ltr"
        spellCheck={false}
      />
      <Field name="company" autoComplete="organization" {...nameInputProps} />
      <Field name="role" autoComplete="organization-title" {...nameInputProps} />
      <Field name="industry" />
      <Field name="persona" label={persona} />
      <Field name="companySize" help={createHelp('companySize')} />
      <FundingDetails />
      <Field name="timeline" help={createHelp('timeline')} isWide />
      <Field name="message" isWide />
      <Honeypot />
    </>
  );
}

/**
 * Fields that CSS shows or hides by persona, so that it works without script and values are kept.
 */
function FundingDetails() {
  const { help, helpLabels, investorNotice } = contact.form;
  const amountHelp = {
    about: helpLabels.investmentAmount,
    text: <ByPersona {...help.investmentAmount} />,
  };
  return (
    <div className="funding">
      {/* The paragraph itself is never hidden: a description contains the text of a hidden element,
          but not that of its hidden children. */}
      <p className="note" id="funding-notice">
        <span className="for-investor">{investorNotice}</span>
      </p>
      <FundingField name="fundingStage" />
      <FundingField name="investmentAmount" help={amountHelp} />
    </div>
  );
}

const FundingField = ({ name, help }: { name: keyof typeof investorLabels; help?: Help }) => (
  <Field
    name={name}
    label={<ByPersona founder={labels[name]} investor={investorLabels[name]} />}
    notice="funding-notice"
    help={help}
  />
);

const ByPersona = ({ founder, investor }: { founder: string; investor: string }) => (
  <>
    <span className="for-founder">{founder}</span>
    <span className="for-investor">{investor}</span>
  </>
);

/** Hidden from visitors, keyboard, assistive technology and autofill. */
function Honeypot() {
  const { honeypot } = contact.form;
  return (
    <div className="honeypot visually-hidden" aria-hidden="true">
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
