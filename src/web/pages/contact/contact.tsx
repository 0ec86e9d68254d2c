import { Provider as TooltipProvider } from '@radix-ui/react-tooltip';
import { QueryClientProvider } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Toaster } from 'sonner';
import { contact } from '../../../content/contact.ts';
import { ContactDetails, Expectations } from '../../contact-form/contact-details.tsx';
import { ContactForm } from '../../contact-form/contact-form.tsx';
import { createQueryClient } from '../../contact-form/query-client.ts';
import { tooltipDelays } from '../../contact-form/tooltip.tsx';
import { showOverlay } from '../../overlay.ts';
import type { PageHandle } from '../../page-handle.ts';
import { MeetingLines } from '../../ui/meeting-lines.tsx';
import { Sections } from '../../ui/sections.tsx';

export const handle = { headerTheme: 'ink', meta: contact.meta } satisfies PageHandle;

/** Module scope, so that a pending submission survives leaving the page. */
const queryClient = createQueryClient();

export function Component() {
  // Outside of the pages, so that a toast shows on each of them (specification, part 8).
  useEffect(() => {
    showOverlay(
      <Toaster
        // At the bottom, a toast would cover the submit button or the text beside it.
        position="top-right"
        duration={10_000}
        closeButton
        toastOptions={{ unstyled: true, closeButtonAriaLabel: contact.outcome.dismiss }}
      />,
    );
  }, []);
  return (
    <QueryClientProvider client={queryClient}>
      <TooltipProvider {...tooltipDelays}>
        <ContactPage />
      </TooltipProvider>
    </QueryClientProvider>
  );
}

function ContactPage() {
  const { heading, intro, form } = contact;
  return (
    <Sections>
      <section className="theme-ink contact-hero">
        <MeetingLines />
        <div className="container grid">
          <h1>{heading}</h1>
          <p className="lede col-end-8">{intro}</p>
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
