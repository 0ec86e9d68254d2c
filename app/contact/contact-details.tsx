import { contact } from '../content/contact.ts';
import { useFirm } from '../site.tsx';
import { CopyButton } from './copy-button.tsx';

export function ContactDetails() {
  const firm = useFirm();
  const { details: words } = contact(firm);
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
            <CopyButton text={firm.email} words={words} />
          </dd>
        </div>
        <div>
          <dt>{words.office}</dt>
          <dd>
            <address>
              {firm.address.street}
              <br />
              {firm.address.locality}
            </address>
          </dd>
        </div>
        <div>
          <dt>{words.hours}</dt>
          <dd>
            {firm.hours.days}
            <br />
            {firm.hours.times}
          </dd>
        </div>
      </dl>
    </>
  );
}
