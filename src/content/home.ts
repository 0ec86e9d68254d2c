import { firm } from './firm.ts';

const { name, platform, description, questions } = firm;

export const home = {
  meta: {
    title: `${name}: Capital With Conviction`,
    description: `${name} puts ownership capital into real estate, private companies and AI-driven ventures, and its own people help run them.`,
  },
  hero: {
    title: ['Capital With Conviction.', 'Platforms That Endure.'],
    text: description,
    action: 'Partner With Us',
  },
  meeting: {
    title: 'Where Infrastructure Meets Intelligence',
    lede: 'We invest in physical assets and operating companies, and use software to help run them.',
    text: 'A building has leases and meters; a business has orders and shifts. Software can keep track of them and take over routine work. Decisions stay with the people who answer for them.',
    action: 'Read how we operate',
  },
  strategy: {
    title: 'Our Strategic Lens',
    lede: 'Before we commit capital, we ask three questions.',
    pillars: [
      {
        title: 'Durable Value Creation',
        question: questions.lasting,
        text: 'We look for steady demand, assets that are hard to replace and work that can be done better. We do not count on a rising market.',
      },
      {
        title: 'Embedded Execution',
        question: questions.work,
        text: 'Our operators work inside the business, beside the people who already run it, and carry out the changes we agree on.',
      },
      {
        title: 'Aligned Capital Strategy',
        question: questions.owners,
        text: 'We talk about time, control and risk early, and look for terms that bring the owners’ goals together.',
      },
    ],
    action: `How ${platform} works`,
  },
  call: {
    title: 'Partner With Purpose',
    lede: 'Come with a business, a building or an idea. We start with the same three questions.',
    action: 'Get In Touch',
  },
};
