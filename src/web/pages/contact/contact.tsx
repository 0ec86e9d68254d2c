import { createRoot } from 'react-dom/client';
import { Toaster } from 'sonner';
import { contact } from '../../../content/contact.ts';
import { firm } from '../../../content/firm.ts';
import { ContactForm } from '../../contact-form/contact-form.tsx';
import type { PageHandle } from '../../page-handle.ts';
import { MeetingLines } from '../../ui/meeting-lines.tsx';
import { Sections } from '../../ui/sections.tsx';

export const handle = { headerTheme: 'ink', meta: contact.meta } satisfies PageHandle;

// Outside of the pages, so that a toast shows on each of them (specification, part 8).
if (!import.meta.env.SSR) {
  createRoot(document.body.appendChild(document.createElement('div'))).render(
    <Toaster
      // At the bottom, a toast would cover the submit button or the text beside it.
      position="top-right"
      duration={10_000}
      closeButton
      toastOptions={{ unstyled: true, closeButtonAriaLabel: contact.outcome.dismiss }}
    />,
  );
}

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
