import { firm } from './firm.ts';

const { name, platform } = firm;

export const home = {
  meta: {
    title: `Home | ${name}`,
    description: `${name} is a holding company and capital platform for real estate, private equity and AI-driven ventures.`,
  },
  hero: {
    title: ['Capital With Conviction.', 'Platforms That Endure.'],
    text: `${name} puts ownership capital into real estate, private equity and AI-driven ventures, then stays to build what it owns.`,
    action: 'Partner With Us',
    fields: ['Real estate', 'Private equity', 'AI-driven ventures'],
  },
  meeting: {
    title: 'Where Infrastructure Meets Intelligence',
    lede: 'Buildings, supply lines and working companies carry an economy. Software that learns is changing how each of them is run. We own at the point where the two meet.',
    text: 'Most investors choose a side: hard assets for stability, or technology for growth. We think the more durable position is to hold both. An asset gives intelligence something real to improve. Intelligence gives an asset a way to keep improving long after the closing dinner.',
    action: 'How we think about ownership',
  },
  lens: {
    title: 'Our Strategic Lens',
    lede: 'Three questions decide what we own. We answer them in this order.',
    pillars: [
      {
        title: 'Durable Value Creation',
        question:
          'Will this be worth more because of how it is run, not because of when it was bought?',
        text: 'We look for real cash flow, scarcity and room to improve, and we plan in decades rather than quarters.',
      },
      {
        title: 'Embedded Execution',
        question: 'Who does the work on Monday morning?',
        text: 'Our operators sit inside the businesses we own, beside the people who already know them, with the authority to change things.',
      },
      {
        title: 'Aligned Capital Strategy',
        question: 'Is everyone paid by the same result?',
        text: 'We shape terms so that founders, operators and investors share one outcome and one horizon, and patience works for all of them.',
      },
    ],
    action: `How ${platform} works`,
  },
  call: {
    title: 'Partner With Purpose',
    lede: 'We work with people who intend to stay: founders who want an owner rather than an exit, operators ready to build, and institutions that think past the life of a fund.',
    action: 'Get In Touch',
  },
};
