import { fieldLabels, investorLabels } from '../../inquiries/field-labels.ts';
import { contact } from '../content/contact.ts';
import { TextField } from './field.tsx';

/**
 * The block for founders and investors. The style sheet shows it, and the labels that fit, by the
 * chosen persona: with script and without, and what was typed stays while switching back and forth.
 */
export function FundingDetails() {
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
