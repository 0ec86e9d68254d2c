import { firm } from './firm.ts';

const { name } = firm;

/** Copy of the pages that action links in e-mails to the team open. */
export const actionLinks = {
  meta: {
    title: `Follow up | ${name}`,
    description: 'Where the team says what becomes of an inquiry.',
  },
  inquirer: ({ person, company }: { person: string; company: string }) => `${person}, ${company}`,

  actions: {
    qualify: {
      confirm: 'Mark as reviewed and qualified',
      done: 'Marked as reviewed and qualified',
      effect: ({ response }: { response: string }) =>
        `The inquiry then waits for our response, promised by ${response}.`,
    },
    decline: {
      confirm: 'Mark as reviewed and declined',
      done: 'Marked as reviewed and declined',
      effect: () => 'The inquiry then waits for nothing more. This tells the inquirer nothing.',
    },
    respond: {
      confirm: 'Mark as responded',
      done: 'Marked as responded',
      effect: () =>
        'This says that the inquirer has our response; it sends none. The inquiry then waits for nothing more.',
    },
    spam: {
      confirm: 'Mark as spam',
      done: 'Marked as spam',
      effect: () => 'The inquiry then waits for nothing more, and is erased after 30 days.',
    },
  },
  form: {
    heading: 'Confirm',
    legend: 'To be kept with it',
    by: 'Your name',
    note: 'Note',
    optional: 'Optional',
  },
  expiryNotice: (expires: string) => `This link works once, until ${expires}.`,
  problems: {
    failed: {
      heading: 'This could not be stored. Please try again in a moment.',
      detail: 'Nothing was changed, and what you typed is still here.',
    },
    tooLarge: {
      heading: 'Your note is too long to be taken.',
      detail: 'Nothing was changed. Go back to what you typed, shorten it and try again.',
    },
  },

  usedNotice: (time: string) =>
    `This link was used on ${time}. It works once and changes nothing more.`,
  refused: {
    heading: {
      unchanged: 'This inquiry is marked so already',
      'not-allowed': 'This inquiry is marked as spam',
    },
    unchanged: 'There is nothing left to confirm, and nothing was changed.',
    'not-allowed':
      'Nothing was changed. Where the website runs, this marks it as new, and the link works again:',
    command: (id: string) => `inquiries mark ${id} new`,
  },
  unsavedNote: 'Your note was not kept: somebody else was first.',

  inquiryHeading: 'What was sent',
  deadlines: {
    heading: 'Status and deadlines',
    status: 'Status now',
    received: 'Received',
    review: 'Review it by',
    response: 'If qualified, respond by',
  },

  invalidLinks: {
    invalidSignature: {
      title: 'This link is not whole',
      text: 'Something in it is missing or was changed, and nothing was done. Open it from the mail again, or copy all of it.',
    },
    expired: {
      title: 'This link has expired',
      text: 'A link works for 30 days. Nothing was changed. Use a later mail, or the commands that the mail names.',
    },
    deleted: {
      title: 'This inquiry was erased',
      text: 'There is nothing left to follow up on.',
    },
    unavailable: {
      title: 'Inquiries cannot be read at the moment',
      text: 'Nothing was changed. Please open this link again in a moment.',
    },
  },
  limited: (seconds: number) => ({
    title: 'Too many links that are not whole',
    text: `Nothing was changed. Open the link from the mail itself, which works at any time, or try this one again in ${seconds} s.`,
  }),
};
