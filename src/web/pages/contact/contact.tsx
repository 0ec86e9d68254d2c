import { contact } from '../../../content/contact.ts';
import meeting from '../../../content/drawings/meeting.svg?raw';
import { firm } from '../../../content/firm.ts';
import { ContactForm } from '../../contact-form/contact-form.tsx';
import type { PageHandle } from '../../routes.ts';
import { Definitions } from '../../ui/definitions.tsx';
import { Drawing } from '../../ui/drawing.tsx';
import { Sections } from '../../ui/sections.tsx';

export const handle: PageHandle = {
  headerTheme: 'ink',
  meta: contact.meta,
  outcomeTitles: [contact.errors.title, contact.outcome.title],
  drawing: meeting,
};

export function Component() {
  const { heading, intro, form } = contact;
  return (
    <Sections>
      <section className="theme-ink contact-hero">
        <Drawing className="wide-only" preserveAspectRatio="none" svg={meeting} />
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
            <h2 id="form-heading">{form.heading}</h2>
            <p className="note">{form.note}</p>
            <ContactForm />
          </div>
          <ContactDetails />
        </div>
      </section>
    </Sections>
  );
}

function ContactDetails() {
  const { details: copy, expect } = contact;
  const { days, times } = firm.hours;
  const details = [
    { term: copy.email, detail: <a href={`mailto:${firm.email}`}>{firm.email}</a> },
    { term: copy.office, detail: firm.address?.lines.join('\n') },
    { term: copy.hours, detail: `${days}\n${times}` },
  ];
  return (
    <aside className="aside col-start-9" aria-labelledby="details-heading">
      <h2 className="visually-hidden" id="details-heading">
        {copy.heading}
      </h2>
      <Definitions className="details" list={details} />
      <h3>{expect.heading}</h3>
      <ol className="expectations">
        {expect.steps.map(({ title, text }) => (
          <li key={title}>
            <b>{title}</b>
            {` ${text}`}
          </li>
        ))}
      </ol>
    </aside>
  );
}
