import { firm } from './firm.ts';
import { conversationLength, promisedHours } from './periods.ts';

const { name, legalName = name } = firm;

export const header = {
  skip: 'Skip to content',
  navigation: 'Main',
  menu: 'Menu',
  close: 'Close',
};

export const footer = {
  label: 'Footer',
  navigation: 'Navigation',
  connect: 'Connect',
  inquiries: 'Partnership Inquiries',
  legal: 'Legal',
  privacy: 'Privacy',
  /** Sentence before the firm's address. */
  accessibility: 'We aim to meet WCAG 2.2, level AA. If something is hard to use, write to',
};

/** Title block at the end of a page, as on a drawing. */
export const titleBlock = {
  office: 'Office',
  email: 'Email',
  drawing: 'Drawing',
  sheet: 'Sheet',
  pageSheet: (page: string, nth: number, count: number) => `${page}, ${nth} of ${count}`,
  notFoundSheet: (count: number) => `Not found, none of ${count}`,
  rights: `${legalName}. All rights reserved.`,
};

/** Shown beside the link to the contact form at the end of a page. */
export const promises = [
  { term: `${promisedHours.review} hours`, detail: 'in which we aim to review an inquiry' },
  {
    term: `${promisedHours.response} hours`,
    detail: 'in which we aim to answer qualified opportunities',
  },
  { term: conversationLength, detail: 'is typical for an initial conversation' },
];

export const loading = 'Loading';

export const routeError = {
  title: 'Unexpected Application Error!',
  text: 'This page could not be shown. The other pages may work.',
  action: 'Go to the Home Page',
};

/** Text that replaces a page that the server cannot show. */
export const serverError = 'Something went wrong on our side. Please try again.';

export const appError = {
  title: 'Something went wrong',
  text: 'We apologize for the inconvenience. Please try refreshing the page.',
  action: 'Refresh Page',
};
