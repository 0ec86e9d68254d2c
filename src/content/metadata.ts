import { firm } from './firm.ts';

/** Words that only programs read: llms.txt, and what a page's Markdown says in place of its form. */
export const metadata = {
  pages: 'Pages',
  form: (url: string) =>
    `To send an inquiry, fill in the form at ${url} or write to ${firm.email}.`,
  page: 'This page for browsers',
};
