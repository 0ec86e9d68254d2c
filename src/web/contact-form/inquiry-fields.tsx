import { contact } from '../../content/contact.ts';
import { fieldLabels, investorLabels } from '../../inquiry/field-labels.ts';
import { companySizes, personas, timelines } from '../../inquiry/inquiry.ts';
import { EmailField, SelectField, TextareaField, TextField } from './field.tsx';

const nameInputProps = { autoCapitalize: 'words', spellCheck: false };

/** All fields of the form, with their autofill tokens. */
export function InquiryFields() {
  const { persona, help, helpLabel } = contact.form;
  const labels = { ...fieldLabels, persona };
  const helpFor = (name: 'companySize' | 'timeline') => ({
    about: helpLabel(labels[name]),
    text: help[name],
  });

  return (
    <>
      <TextField
        name="firstName"
        label={labels.firstName}
        autoComplete="given-name"
        {...nameInputProps}
      />
      <TextField
        name="lastName"
        label={labels.lastName}
        autoComplete="family-name"
        {...nameInputProps}
      />
      <EmailField label={labels.email} />
      <TextField
        name="company"
        label={labels.company}
        autoComplete="organization"
        {...nameInputProps}
      />
      <TextField
        name="role"
        label={labels.role}
        autoComplete="organization-title"
        {...nameInputProps}
      />
      <TextField name="industry" label={labels.industry} autoComplete="off" />
      <SelectField name="persona" label={labels.persona} options={personas} />
      <SelectField
        name="companySize"
        label={labels.companySize}
        options={companySizes}
        help={helpFor('companySize')}
      />
      <FundingDetails />
      <SelectField
        name="timeline"
        label={labels.timeline}
        options={timelines}
        help={helpFor('timeline')}
        isWide
      />
      <TextareaField name="message" label={labels.message} isWide />
      <Honeypot />
    </>
  );
}

/**
 * The fields for founders and investors. CSS shows them and their labels by the selected persona, so
 * they work without script and keep their values.
 */
function FundingDetails() {
  const { help, helpLabel, amount } = contact.form;
  return (
    <div className="funding">
      <TextField
        name="fundingStage"
        label={<FundingLabel name="fundingStage" />}
        autoComplete="off"
        isOptional
      />
      <TextField
        name="investmentAmount"
        label={<FundingLabel name="investmentAmount" />}
        help={{ about: helpLabel(amount), text: help.investmentAmount }}
        autoComplete="off"
        isOptional
      />
    </div>
  );
}

function FundingLabel({ name }: { name: 'fundingStage' | 'investmentAmount' }) {
  return (
    <>
      <span className="for-founder">{fieldLabels[name]}</span>
      <span className="for-investor">{investorLabels[name]}</span>
    </>
  );
}

/** Hidden from visitors, keyboard, assistive technology and autofill. */
function Honeypot() {
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
