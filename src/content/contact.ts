import { firm } from './firm.ts';
import { conversationLength, operationDays, promisedHours, spamRetentionDays } from './periods.ts';

const { name, legalName = name, email, noObligation } = firm;

const failure = 'There was an issue submitting your form. Please try again.';

const title = `Contact | ${name}`;

/**
 * Copy of /contact. Labels, choices and error messages of the fields are in fields.ts.
 */
export const contact = {
  meta: {
    title,
    description: `Send a partnership inquiry to ${name}, or write to us. We aim to review it within ${promisedHours.review} hours.`,
  },
  heading: 'Partner With Us',
  intro:
    'We are open to partnership opportunities. Tell us what you own, run or plan, and what a partner should bring.',

  form: {
    heading: 'Connect With Us',
    note: 'All fields are required unless marked optional.',
    persona: 'Which describes you best?',
    placeholder: 'Select',
    optional: 'Optional',
    /** Names of the help buttons. */
    helpLabels: {
      companySize: 'Why we ask about company size',
      investmentAmount: 'Why we ask about the amount',
      timeline: 'Why we ask about timeline',
    },
    investorNotice:
      'This site offers no securities. What you enter here is not an indication of interest in any.',
    help: {
      companySize: 'It helps us choose who reads your inquiry first. Count everyone on your team.',
      investmentAmount: {
        founder: 'A range is enough. It helps us prepare for an initial conversation.',
        investor: 'A range is enough. It is not an offer to invest.',
      },
      timeline:
        'An estimate is enough. It helps us choose the right people for an initial conversation.',
    },
    submit: 'Send Inquiry',
    submitting: 'Submitting...',
    messageHelp: `${firm.messageHint} ${firm.caution}`,
    noObligation,
    privacyHeading: 'Privacy',
    /** Sentences of the privacy notice, in order. */
    privacy: {
      purpose: `${legalName} is responsible for what you enter here. We use it to review and answer your inquiry, to detect spam and to count inquiries. Notes we add are deleted with it. We sell it to nobody; the companies that run our servers and mailboxes process it for us, in the United States. Advisors, a successor or, if the law requires, authorities may see it.`,
      retention: {
        unlimited: 'This website keeps it without a fixed limit.',
        months: {
          one: () => 'This website deletes it after one month.',
          other: (months: string) => `This website deletes it after ${months} months.`,
        },
      },
      copies: `What we mark as spam is deleted after ${spamRetentionDays} days. Copies in backups last up to ${operationDays.copies} days longer. Those in our mailboxes stay until you ask us to delete them.`,
      requests: `To see, correct or delete your inquiry, write to ${email}. We may ask for proof that it is yours, and keep what the law requires. You may also complain to the attorney general of your state or the data protection authority of your country.`,
      tracking: `We set no cookies and run no analytics. We track nobody across sites, so signals such as Do Not Track change nothing. To limit abuse, our servers count inquiries by network for a day, and may log your IP address for up to ${operationDays.logs} days.`,
      /** Shown only if the hero image loads from an image host. */
      imageHost: (host: string) =>
        `The photograph on Home loads from ${host}, which learns your IP address and browser type.`,
      draft: 'What you type stays in this tab until you send it.',
      updated: (date: string) => `Last changed on ${date}. We post changes here.`,
      /** Shown only if the firm has its own policy. */
      policy: 'Read our privacy policy',
    },
    honeypot: 'Leave this empty',
  },

  errors: {
    heading: {
      one: (count: string) => `${count} field needs attention`,
      other: (count: string) => `${count} fields need attention`,
    },
    /** Link to the first of many errors. */
    startWith: (error: string) => `Start with the first: ${error}`,
    /** Title of the document after a rejected native submission. */
    title: `Error: ${title}`,
    /** Heading if the whole form was rejected. */
    rejected: {
      tooMany: 'Too many inquiries came from your network.',
      tooManyOverall: 'We are receiving more inquiries than usual.',
      tooLarge: 'Your inquiry is too long to be sent.',
      failed: failure,
    },
    /** Text below the heading. */
    kept: 'Everything you typed is still here.',
    notKept: 'Go back to what you typed.',
    shorten: 'Go back to what you typed, shorten the message and send it again.',
    /** Shown after `tooMany` and `tooManyOverall`. `wait`: one of the texts below. */
    tryAgain: (wait: string) => `Please try again ${wait}, or write to ${email}.`,
    wait: {
      unknown: 'later',
      minutes: { one: () => 'in a minute', other: (minutes: string) => `in ${minutes} minutes` },
      hours: { one: () => 'in an hour', other: (hours: string) => `in ${hours} hours` },
      day: 'tomorrow',
    },
    /** Shown after the error of a value that was too long: the page has only its beginning. */
    cut: 'Only its beginning is here: go back to what you typed, and shorten it there.',
    honeypotEmptied:
      'A hidden field was filled in, perhaps by your browser. It is empty again. Please send the form once more.',
  },

  outcome: {
    /** Title of the document after a native submission. */
    title: `Inquiry received: ${title}`,
    slow: 'This is taking longer than usual. Nothing you typed is lost.',
    dismiss: 'Dismiss',
    notifications: 'Notifications',
    success: "Thank you for your interest! We'll be in touch soon.",
    received: 'Inquiry received',
    /** Labels of the times of a sent inquiry. */
    receipt: ['Received', 'We aim to review', 'If qualified, to answer'],
    by: (day: string) => `by ${day}`,
    /** Hours are promised instead of a time at which the office is closed. */
    within: (hours: number) => `within ${hours} hours`,
    opens: (day: string, time: string) => `Our office opens ${day}, ${time}`,
    /** Shown if the office opens after these hours. */
    orOpens: (day: string, time: string) => `or when we open, ${day}, ${time}`,
    successDetail: `We have your inquiry and aim to review it within ${promisedHours.review} hours, and to answer qualified opportunities within ${promisedHours.response} hours.`,
    failure,
    /** Heading in the form. The toast has the sentence above. */
    notSent: 'Your inquiry was not sent.',
    /** Heading if no response came: the server may have stored the inquiry. */
    unanswered: 'Your inquiry may not have arrived.',
    sendAnotherWay: 'Send it as a plain form',
  },

  emailFallback: {
    link: 'Send it by email instead',
    subject: 'Partnership inquiry',
    shortened:
      'The email contains only the beginning of your message. Please paste the rest into it.',
  },

  details: {
    heading: 'Contact information',
    email: 'Email',
    office: 'Office',
    hours: 'Office hours',
  },

  expect: {
    heading: 'What to Expect',
    steps: [
      {
        title: `Within ${promisedHours.review} hours`,
        text: 'We aim to have a member of our team review your inquiry; over weekends and holidays it can take until our office opens.',
      },
      {
        title: `Within ${promisedHours.response} hours`,
        text: 'We aim to answer qualified opportunities. Qualified means that the opportunity fits what we look for, not that you are accredited.',
      },
      { title: conversationLength, text: 'The typical length of an initial conversation.' },
      {
        title: 'Transparency throughout',
        text: 'We do not always write when we decline. Ask at any time where your inquiry stands, and we aim to tell you.',
      },
    ],
  },
};
