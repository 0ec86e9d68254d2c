import { firm } from './firm.ts';

const { name } = firm;

export const notFound = {
  meta: {
    title: `Page not found | ${name}`,
    description: 'There is no page at this address.',
  },
  title: 'This page was never laid down.',
  text: 'There is nothing at this address. It may have changed, or it may have been mistyped. Everything that exists is listed here.',
  pages: 'Pages',
};
