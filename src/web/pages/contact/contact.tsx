import { Provider as TooltipProvider } from '@radix-ui/react-tooltip';
import { QueryClientProvider } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Toaster } from 'sonner';
import { contact } from '../../../content/contact.ts';
import { ContactDetails, Expectations } from '../../contact-form/contact-details.tsx';
import { ContactForm } from '../../contact-form/contact-form.tsx';
import { createQueryClient } from '../../contact-form/query-client.ts';
import { tipDelays } from '../../contact-form/tooltip.tsx';
import { showOverlay } from '../../overlay.ts';
import type { PageHandle } from '../../page-handle.ts';
import { BodyPlan } from '../../ui/hull-illustration.tsx';
import { Sections } from '../../ui/sections.tsx';

export const handle = { tone: 'ink', meta: contact.meta } satisfies PageHandle;

/** One for the tab: an inquiry is still being sent when its visitor leaves the page and comes back. */
const queryClient = createQueryClient();

/** At the bottom of a phone a toast would cover the button that sends, and so the focus. */
const narrow = '(max-width: 767.98px)';

export function Component() {
  // Beside the pages, so that an outcome appears on each (specification, part 8).
  useEffect(() => {
    showOverlay(
      <Toaster
        position={matchMedia(narrow).matches ? 'top-right' : 'bottom-right'}
        duration={10_000}
        closeButton
        toastOptions={{ unstyled: true, closeButtonAriaLabel: contact.outcome.dismiss }}
      />,
    );
  }, []);
  return (
    <QueryClientProvider client={queryClient}>
      <TooltipProvider {...tipDelays}>
        <ContactPage />
      </TooltipProvider>
    </QueryClientProvider>
  );
}

function ContactPage() {
  const { heading, intro, form } = contact;
  return (
    <Sections>
      <section className="ink contact-hero">
        <BodyPlan />
        <div className="wrap grid">
          <h1>{heading}</h1>
          <p className="lede lead-7">{intro}</p>
        </div>
      </section>
      <section className="film contact">
        <div className="wrap grid">
          <div className="panel form-panel paper lead-7">
            <h2>{form.heading}</h2>
            <p className="note">{form.note}</p>
            <ContactForm />
          </div>
          <aside className="aside trail-4" aria-labelledby="details-heading">
            <ContactDetails />
            <Expectations />
          </aside>
        </div>
      </section>
    </Sections>
  );
}
