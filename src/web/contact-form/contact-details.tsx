import { useEffect, useRef, useState } from 'react';
import { contact } from '../../content/contact.ts';
import { firm } from '../../content/firm.ts';
import { formatOfficeHours } from '../../content/office-hours.ts';
import { Tooltip } from './tooltip.tsx';

export function ContactDetails() {
  const { details: copy } = contact;
  const { street, city, region, postalCode } = firm.address;
  const { days, times } = formatOfficeHours(firm.hours);
  return (
    <>
      <h2 className="visually-hidden" id="details-heading">
        {copy.heading}
      </h2>
      <dl className="details">
        <div>
          <dt>{copy.email}</dt>
          <dd className="email">
            <a href={`mailto:${firm.email}`}>{firm.email}</a>
            <CopyButton text={firm.email} />
          </dd>
        </div>
        <div>
          <dt>{copy.office}</dt>
          <dd>
            <address>
              {street}
              <br />
              {`${city}, ${region} ${postalCode}`}
            </address>
          </dd>
        </div>
        <div>
          <dt>{copy.hours}</dt>
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

/** Copies `text`. Without access to the clipboard, selects the element before the button instead. */
function CopyButton({ text }: { text: string }) {
  const copy = contact.details;
  const [confirmation, setConfirmation] = useState('');
  const button = useRef<HTMLButtonElement>(null);

  useEffect(() => {
    if (!confirmation) return;
    const timer = setTimeout(() => setConfirmation(''), confirmationMs);
    return () => clearTimeout(timer);
  }, [confirmation]);

  const copyToClipboard = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setConfirmation(copy.copied);
    } catch {
      const textElement = button.current?.previousElementSibling;
      if (textElement) getSelection()?.selectAllChildren(textElement);
      setConfirmation(copy.copyFailed);
    }
  };

  return (
    <>
      <Tooltip text={copy.copyTooltip}>
        <button type="button" className="copy-button" ref={button} onClick={copyToClipboard}>
          {copy.copy}
          <span className="visually-hidden"> {text}</span>
        </button>
      </Tooltip>
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
