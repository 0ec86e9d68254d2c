import { firm } from './firm.ts';

const { name } = firm;

export const notFound = {
  meta: {
    title: `Page not found | ${name}`,
    description: 'There is no page at this address.',
  },
  title: 'Page not found',
  text: 'The address may have changed or been mistyped. These are our pages:',
  pages: 'Pages',
};
