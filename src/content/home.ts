import { firm } from './firm.ts';

const { name, platform } = firm;

export const home = {
  meta: {
    title: `Home | ${name}`,
    description: `${name} is an investment holding company. It owns and operates real estate, private companies and AI-driven ventures.`,
  },
  hero: {
    title: ['Capital With Conviction.', 'Platforms That Endure.'],
    text: `${name} is an investment holding company. We own and operate real estate, private companies and AI-driven ventures.`,
    action: 'Partner With Us',
    fields: ['Real estate', 'Private equity', 'AI-driven ventures'],
  },
  meeting: {
    title: 'Where Infrastructure Meets Intelligence',
    lede: 'We own physical assets and operating companies, and use software to run them better.',
    text: 'These are buildings, industrial sites and established businesses. The software supports the people who run them: it keeps records in order, plans work and takes on routine tasks. We look at operations and systems before we decide what to own.',
    action: 'Read how we operate',
  },
  lens: {
    title: 'Our Strategic Lens',
    lede: 'Before we commit capital, we ask three questions, in this order.',
    pillars: [
      {
        title: 'Durable Value Creation',
        question: 'Will it last, and can it be run better?',
        text: 'We look for established demand, assets that are hard to replace and clear ways to improve operations.',
      },
      {
        title: 'Embedded Execution',
        question: 'Who does the work?',
        text: 'Our operators work inside the businesses we own, beside the people who already run them, and are responsible for the changes we agree on.',
      },
      {
        title: 'Aligned Capital Strategy',
        question: 'Do the owners want the same thing?',
        text: 'We discuss time horizon, control and risk early. We seek terms that give founders, operators and other owners a shared goal.',
      },
    ],
    action: `How ${platform} works`,
  },
  call: {
    title: 'Partner With Purpose',
    lede: 'We work with founders, operators, institutions and advisors who plan for the long term.',
    action: 'Get In Touch',
  },
};
