import { contact } from '../../../content/contact.ts';
import { firm } from '../../../content/firm.ts';
import { ContactForm } from '../../contact-form/contact-form.tsx';
import type { PageHandle } from '../../routes.ts';
import { MeetingLines } from '../../ui/meeting-lines.tsx';
import { Sections } from '../../ui/sections.tsx';

export const handle = { headerTheme: 'ink', meta: contact.meta } satisfies PageHandle;

export function Component() {
  const { heading, intro, form } = contact;
  return (
    <Sections>
      <section className="theme-ink contact-hero">
        <MeetingLines />
        <div className="container grid">
          <h1>{heading}</h1>
          <p className="lede col-end-8">{intro}</p>
          <p className="hero-email">
            <a href={`mailto:${firm.email}`}>{firm.email}</a>
          </p>
        </div>
      </section>
      <section className="theme-film contact">
        <div className="container grid">
          <div className="panel form-panel theme-paper col-end-8">
            <h2>{form.heading}</h2>
            <p className="note">{form.note}</p>
            <ContactForm />
          </div>
          <aside className="aside col-start-9" aria-labelledby="details-heading">
            <ContactDetails />
            <Expectations />
          </aside>
        </div>
      </section>
    </Sections>
  );
}

function ContactDetails() {
  const { details: copy } = contact;
  const { street, city, region, postalCode } = firm.address;
  const { days, times } = firm.hours;
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

function Expectations() {
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
