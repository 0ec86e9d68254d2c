import { firm } from './firm.ts';

const { name, email } = firm;

const failure = {
  heading: 'There was an issue submitting your form. Please try again.',
  detail: 'Everything you typed is still here.',
};

const tooMany = {
  heading: 'Too many inquiries came from your network.',
  detail: `${failure.detail} Please try again in a few minutes, or write to ${email}.`,
};

function retentionNotice(months: number | undefined) {
  if (months === undefined) return 'It is kept without a fixed limit. To see it or have it erased';
  const limit = months === 1 ? '1 month' : `${months} months`;
  return `It is kept for at most ${limit}. To see it or have it erased sooner`;
}

/**
 * Copy of /contact. Labels, options and error messages of the fields are in src/inquiry:
 * field-labels.ts and inquiry.ts.
 */
export const contact = {
  meta: {
    title: `Contact | ${name}`,
    description: `Send a partnership inquiry to ${name}, or write to us. Every submission is reviewed within 24 hours.`,
  },
  heading: 'Partner With Us',
  intro:
    'Tell us what you are building, buying or backing. We are glad to explore partnership opportunities, and we answer plainly, including when we are not the right partner.',

  form: {
    heading: 'Connect With Us',
    note: 'All fields are required unless marked optional.',
    persona: 'I am a',
    charactersLeft: (left: number) => {
      const characters = `${Math.abs(left)} character${Math.abs(left) === 1 ? '' : 's'}`;
      return left < 0 ? `${characters} too many` : `${characters} left`;
    },
    placeholder: 'Select',
    optional: 'Optional',
    helpLabel: (label: string) => `Why we ask about ${label.toLowerCase()}`,
    amount: 'the amount',
    help: {
      companySize: 'It tells us who should read this first. Count everyone on the team.',
      investmentAmount: 'A range is enough. It helps us see whether our capital fits yours.',
      timeline:
        'An estimate is fine. It helps us bring the right people to the first conversation.',
    },
    submit: 'Send Inquiry',
    submitting: 'Submitting...',
    privacy: (retentionMonths: number | undefined) =>
      `We store what you send here to review and answer it, and for nothing else. ${retentionNotice(retentionMonths)}, write to ${email}.`,
    honeypot: 'Leave this empty',
  },

  errors: {
    heading: (count: number) =>
      count === 1 ? 'Please correct one thing' : `Please correct ${count} things`,
    /** A native submission that was rejected as a whole. */
    form: (reason: string) => {
      if (reason === 'tooMany') return tooMany;
      if (reason !== 'tooLarge') return failure;
      return {
        heading: 'Your inquiry is too long to be sent.',
        detail: 'Go back to what you typed, shorten the message and send it again.',
      };
    },
    honeypotEmptied:
      'Something filled in a hidden field, perhaps your browser. It is empty again: please send once more.',
  },

  outcome: {
    dismiss: 'Dismiss',
    success: "Thank you for your interest! We'll be in touch soon.",
    successDetail: 'Your inquiry is safely stored, and we review it within 24 hours.',
    failure: failure.heading,
    failureDetail: failure.detail,
    tooMany: tooMany.heading,
    tooManyDetail: tooMany.detail,
  },

  emailFallback: {
    link: 'Send it by e-mail instead',
    subject: 'Partnership inquiry',
    shortened:
      'The e-mail holds the beginning only: please paste the rest of your message into it.',
  },

  details: {
    heading: 'Contact information',
    email: 'Email',
    copy: 'Copy',
    copyTooltip: 'Copy the e-mail address',
    copied: 'Copied',
    copyFailed: 'Selected. Press Ctrl+C or ⌘C',
    office: 'Office',
    hours: 'Office hours',
  },

  expect: {
    heading: 'What to Expect',
    steps: [
      {
        title: 'Within 24 hours',
        text: 'Your submission is reviewed by a member of our team.',
      },
      { title: 'Within 48 hours', text: 'Qualified opportunities receive a response.' },
      { title: '30-45 minutes', text: 'The typical length of an initial conversation.' },
      {
        title: 'Transparency throughout',
        text: 'We value it on both sides. If there is no fit we will say so, and say why.',
      },
    ],
  },
};
