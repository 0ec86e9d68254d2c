import { contact } from '../../content/contact.ts';
import { fields, investorLabels } from '../../inquiry/inquiry.ts';
import { EmailField, SelectField, TextareaField, TextField } from './field.tsx';

const nameInputProps = { autoCapitalize: 'words', spellCheck: false };

/** All fields of the form, with their autofill tokens. */
export function InquiryFields() {
  const { persona, help, helpLabel } = contact.form;
  const helpFor = (name: 'companySize' | 'timeline') => ({
    about: helpLabel(fields[name].label),
    text: help[name],
  });

  return (
    <>
      <TextField
        name="firstName"
        label={fields.firstName.label}
        autoComplete="given-name"
        {...nameInputProps}
      />
      <TextField
        name="lastName"
        label={fields.lastName.label}
        autoComplete="family-name"
        {...nameInputProps}
      />
      <EmailField label={fields.email.label} />
      <TextField
        name="company"
        label={fields.company.label}
        autoComplete="organization"
        {...nameInputProps}
      />
      <TextField
        name="role"
        label={fields.role.label}
        autoComplete="organization-title"
        {...nameInputProps}
      />
      <TextField name="industry" label={fields.industry.label} />
      <SelectField name="persona" label={persona} options={fields.persona.choices} />
      <SelectField
        name="companySize"
        label={fields.companySize.label}
        options={fields.companySize.choices}
        help={helpFor('companySize')}
      />
      <FundingDetails />
      <SelectField
        name="timeline"
        label={fields.timeline.label}
        options={fields.timeline.choices}
        help={helpFor('timeline')}
        isWide
      />
      <TextareaField name="message" label={fields.message.label} isWide />
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
      <TextField name="fundingStage" label={<FundingLabel name="fundingStage" />} isOptional />
      <TextField
        name="investmentAmount"
        label={<FundingLabel name="investmentAmount" />}
        help={{ about: helpLabel(amount), text: help.investmentAmount }}
        isOptional
      />
    </div>
  );
}

function FundingLabel({ name }: { name: 'fundingStage' | 'investmentAmount' }) {
  return (
    <>
      <span className="for-founder">{fields[name].label}</span>
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
