import { useEffect, useRef, useState } from 'react';
import { contact } from '../../content/contact.ts';
import { firm } from '../../content/firm.ts';
import { officeHours } from '../../content/office-hours.ts';
import { Tip } from './tooltip.tsx';

export function ContactDetails() {
  const { details: words } = contact;
  const { street, city, region, postalCode } = firm.address;
  const { days, times } = officeHours(firm.hours);
  return (
    <>
      <h2 className="visually-hidden" id="details-heading">
        {words.heading}
      </h2>
      <dl className="details">
        <div>
          <dt>{words.email}</dt>
          <dd className="email">
            <a href={`mailto:${firm.email}`}>{firm.email}</a>
            <CopyButton text={firm.email} />
          </dd>
        </div>
        <div>
          <dt>{words.office}</dt>
          <dd>
            <address>
              {street}
              <br />
              {`${city}, ${region} ${postalCode}`}
            </address>
          </dd>
        </div>
        <div>
          <dt>{words.hours}</dt>
          <dd>
            {days}
            <br />
            {times}
          </dd>
        </div>
      </dl>
    </>
  );
}

const confirmationMs = 4000;

/**
 * Copies the text of the element before the button and says so; where the clipboard is closed to us,
 * selects it instead.
 */
function CopyButton({ text }: { text: string }) {
  const words = contact.details;
  const [confirmation, setConfirmation] = useState('');
  const button = useRef<HTMLButtonElement>(null);

  useEffect(() => {
    if (!confirmation) return;
    const timer = setTimeout(() => setConfirmation(''), confirmationMs);
    return () => clearTimeout(timer);
  }, [confirmation]);

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setConfirmation(words.copied);
    } catch {
      const shown = button.current?.previousElementSibling;
      if (shown) getSelection()?.selectAllChildren(shown);
      setConfirmation(words.copyFailed);
    }
  };

  return (
    <>
      <Tip text={words.copyHint}>
        <button type="button" className="copy-button" ref={button} onClick={copy}>
          {words.copy}
          <span className="visually-hidden"> {text}</span>
        </button>
      </Tip>
      <span className="copy-confirmation" role="status">
        {confirmation}
      </span>
    </>
  );
}

export function Expectations() {
  const { expect } = contact;
  return (
    <>
      <h3>{expect.heading}</h3>
      <ol className="expectations">
        {expect.steps.map(({ title, text }) => (
          <li key={title}>
            <b>{title}</b>
            {` ${text}`}
          </li>
        ))}
      </ol>
    </>
  );
}
