import { firm } from './firm.ts';
import { linkDays, spamRetentionDays } from './periods.ts';

const { name } = firm;

interface Inquirer {
  firstName: string;
  lastName: string;
  company: string;
}

/** Copy of the pages behind action links in e-mails to the team. */
export const actionLinks = {
  meta: {
    title: `Update an inquiry | ${name}`,
    description: 'The team updates the status of an inquiry here.',
  },
  /** Sheet name in the title block. */
  sheet: 'Inquiry, for the team',
  inquirer: ({ firstName, lastName, company }: Inquirer) => `${firstName} ${lastName}, ${company}`,
  assignedTo: (assignee: string) => `Assigned to ${assignee}`,

  /** Last change, shown on each page. */
  somebody: 'Somebody',
  changed: (author: string, status: string, time: string) =>
    `${author} marked it as ${status} on ${time}.`,
  assigned: (author: string, assignee: string, time: string) =>
    `${author} assigned it to ${assignee} on ${time}.`,
  unassigned: (author: string, time: string) => `${author} left it unassigned on ${time}.`,

  /** Heading and button, by the action of the link. */
  confirm: {
    qualify: 'Mark as reviewed and qualified',
    assign: 'Assign this inquiry',
    decline: 'Mark as reviewed and declined',
    respond: 'Mark as responded',
    spam: 'Mark as spam',
    'not-spam': 'Mark as not spam',
    reopen: 'Reopen this inquiry',
    'spam-many': 'Mark as spam',
  },
  /** Heading after a change by a link that works once. */
  done: {
    qualify: 'Marked as reviewed and qualified',
    decline: 'Marked as reviewed and declined',
    respond: 'Marked as responded',
    spam: 'Marked as spam',
    'not-spam': 'Marked as not spam',
    reopen: 'Reopened',
  },
  /** Effect of a confirmation. */
  effect: {
    /** By the new status. */
    mark: {
      reviewed: (responseDue: string) => `The response is then due ${responseDue}.`,
      declined: () =>
        'The inquiry is then closed. The inquirer is not notified. If you reply, you need not give a reason.',
      responded: () =>
        'Respond to the inquirer first: this sends nothing. The inquiry is then closed.',
      spam: () => `The inquiry is then closed, and deleted after ${spamRetentionDays} days.`,
      new: () => 'The review is still due.',
    },
    assign: 'This inquiry is unassigned. The team is notified who takes it.',
    reassign: ({ name, since }: { name: string; since: string }) =>
      `${name} has had this inquiry since ${since}. The team is notified who takes it over.`,
    reopen: (restored: string) =>
      `This takes back the last change. ${restored} The inquirer is not notified.`,
  },
  /** State that "Reopen" restores, and if anything is then due. */
  restored: {
    suspected: 'The inquiry is then suspected spam again: nothing is due.',
    open: (status: string) => `The status is then “${status}” again, with its deadline.`,
    closed: (status: string) => `The status is then “${status}” again.`,
  },

  form: {
    heading: 'Confirm',
    legend: 'Saved with the inquiry',
    by: 'Your name',
    assignee: 'Who will take it?',
    note: 'Note',
    optional: 'Optional',
    reassign: 'Reassign this inquiry',
    /** Link from a rejected confirmation to an empty form. */
    again: 'Open the form again',
  },
  expiry: {
    once: (expires: string) => `This link works once, until ${expires}.`,
    often: (expires: string) => `This link works until ${expires}.`,
  },
  /** Page of the digest's link for suspected spam. */
  many: {
    heading: {
      one: () => 'Mark it as spam',
      other: (count: string) => `Mark these ${count} as spam`,
    },
    notice: 'These inquiries were suspected when they arrived, and nobody has judged them.',
    rest: { other: (count: string) => `And ${count} more.` },
    /**
     * Shown after a confirmation from a page that does not name its inquiries, such as one of an
     * earlier version.
     */
    changed: {
      heading: 'This list may have changed since you opened it.',
      detail: 'Nothing was marked. Check the list, and confirm it again.',
    },
    done: 'No suspected spam is left',
    doneNotice: `What was marked as spam is deleted after ${spamRetentionDays} days.`,
  },
  problems: {
    failed: {
      heading: 'Your change could not be saved. Please try again in a moment.',
      detail: 'Nothing was changed. What you typed is still here.',
    },
    unread: {
      heading: 'Your change did not arrive. Please try again in a moment.',
      detail: 'Nothing was changed. Go back to what you typed, and confirm it again.',
    },
    tooLarge: {
      heading: 'Your note is too long.',
      detail: 'Nothing was changed. Go back, shorten the note and try again.',
    },
    unknownName: (name: string) => ({
      heading: `Nobody on the team has used the name ${name} yet.`,
      detail: 'It was not assigned. Correct the name, or confirm it again.',
    }),
    changed: {
      heading: 'A colleague changed this inquiry first.',
      detail: 'Your choice was not saved. Check it, and confirm it again if it still holds.',
    },
  },

  usedNotice: (time: string) => `This link was used on ${time}. A link works only once.`,
  refused: {
    heading: {
      'already-updated': 'This inquiry has already been updated',
      'marked-as-spam': 'This inquiry is marked as spam',
      closed: 'This inquiry is closed',
    },
    'already-updated': 'There is nothing to confirm. The inquiry was not changed.',
    closed: 'Nobody has to answer it, so it was not assigned.',
    'marked-as-spam': 'The inquiry was not changed. If it is not spam, reopen it first.',
  },
  unsavedNote: 'Your note was not saved, because somebody else updated the inquiry first.',

  inquiryHeading: 'Inquiry',
  deadlines: {
    heading: 'Deadlines',
    status: 'Current status',
    assignee: 'Assigned to',
    assignment: (assignee: string, since: string) => `${assignee}, since ${since}`,
    unassigned: 'Unassigned',
    received: 'Received',
    review: 'Review it by',
    response: 'If qualified, respond by',
  },

  invalidLinks: {
    incomplete: {
      title: 'This link is invalid',
      text: 'Part of the address is missing or was changed, so nothing was done. Open the link in the email again, or copy the whole address.',
    },
    invalidSignature: {
      title: 'This link is no longer valid',
      text: 'The key that signed it was replaced, or the address was changed. Nothing was done. Use the link in a newer email. If there is none, ask an administrator to update the inquiry.',
    },
    expired: {
      title: 'This link has expired',
      text: `A link works for ${linkDays} days. Nothing was changed. Use the link in a newer email. If there is none, ask an administrator to update the inquiry.`,
    },
    deleted: {
      title: 'This inquiry was deleted',
      text: 'There is nothing left to update.',
    },
    unavailable: {
      title: 'Inquiries are unavailable at the moment',
      text: 'Nothing was changed. Please open this link again in a moment.',
    },
  },
};
