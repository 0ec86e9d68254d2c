import { contact } from '../content/contact.ts';
import { officeHours } from '../content/office-hours.ts';
import { firm } from '../content/firm.ts';
import { CopyButton } from './copy-button.tsx';

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
