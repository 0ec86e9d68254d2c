import { fieldLabels } from '../../inquiries/field-labels.ts';
import { companySizes, personas, timelines } from '../../inquiries/inquiry.ts';
import { contact } from '../content/contact.ts';
import { ChoiceField, LongTextField, TextField } from './field.tsx';
import { FundingDetails } from './funding-details.tsx';

/** Keyboards of phones start its words with capitals, and nothing underlines them in red. */
const aName = { autoCapitalize: 'words', spellCheck: false };

/** Every field that a visitor sees, with what browsers need to fill it in for them. */
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
    </>
  );
}
