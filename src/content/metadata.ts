import { firm } from './firm.ts';

/** Copy of machine-readable files: llms.txt and the pages' Markdown versions. */
export const metadata = {
  pages: 'Pages',
  form: (url: string) =>
    `To send an inquiry, fill in the form at ${url} or write to ${firm.email}.`,
  page: 'This page for browsers',
};
