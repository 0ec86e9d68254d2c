import type { Firm } from './firm.ts';

export const notFound = ({ name }: Firm) => ({
  meta: {
    title: `Page not found | ${name}`,
    description: 'There is no page at this address.',
  },
  title: 'This page was never laid down.',
  text: 'There is nothing at this address. It may have changed, or it may have been mistyped. Everything that exists is listed here.',
  pages: 'Pages',
});
