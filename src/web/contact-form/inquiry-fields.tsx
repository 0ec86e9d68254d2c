import { contact } from '../../content/contact.ts';
import { fieldLabels, investorLabels } from '../../inquiry/field-labels.ts';
import { companySizes, personas, timelines } from '../../inquiry/inquiry.ts';
import { ChoiceField, LongTextField, TextField } from './field.tsx';

/** Keyboards of phones start its words with capitals, and nothing underlines them in red. */
const aName = { autoCapitalize: 'words', spellCheck: false };

/** Every field of the form, with what browsers need to fill it in for visitors. */
export function InquiryFields() {
  const { persona, hints, whyWeAsk } = contact.form;
  const labels = { ...fieldLabels, persona };
  const why = (name: 'companySize' | 'timeline') => ({
    about: whyWeAsk(labels[name]),
    text: hints[name],
  });

  return (
    <>
      <TextField name="firstName" label={labels.firstName} autoComplete="given-name" {...aName} />
      <TextField name="lastName" label={labels.lastName} autoComplete="family-name" {...aName} />
      <TextField
        name="email"
        label={labels.email}
        type="email"
        autoComplete="email"
        inputMode="email"
        dir="ltr"
        spellCheck={false}
      />
      <TextField name="company" label={labels.company} autoComplete="organization" {...aName} />
      <TextField name="role" label={labels.role} autoComplete="organization-title" {...aName} />
      <TextField name="industry" label={labels.industry} autoComplete="off" />
      <ChoiceField name="persona" label={labels.persona} choices={personas} />
      <ChoiceField
        name="companySize"
        label={labels.companySize}
        choices={companySizes}
        hint={why('companySize')}
      />
      <FundingDetails />
      <ChoiceField
        name="timeline"
        label={labels.timeline}
        choices={timelines}
        hint={why('timeline')}
        isWide
      />
      <LongTextField name="message" label={labels.message} isWide />
      <Honeypot />
    </>
  );
}

/**
 * The block for founders and investors. The style sheet shows it, and the labels that fit, by the
 * chosen persona: with script and without, and what was typed stays while switching back and forth.
 */
function FundingDetails() {
  const { hints, whyWeAsk, amount } = contact.form;
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
        hint={{ about: whyWeAsk(amount), text: hints.investmentAmount }}
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

/** Out of sight, of the tab order and of the accessibility tree, and nothing that autofill knows by its name. */
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
