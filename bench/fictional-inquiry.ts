import {
  companySizes,
  type Inquiry,
  type Persona,
  personas,
  timelines,
} from '../inquiries/inquiry.ts';
import { pick } from './random.ts';

const firstNames =
  'Ada Amara Ana Anders Beatriz Benjamin Camille Carlos Chidi Clara Daniel Diego Elena Emeka Emma Farah Felix Fiona Gabriel Grace Hana Hassan Helena Ines Isaac Ivy James Jia Joana Jonas José Kaito Karim Katarzyna Lars Leila Liam Lucía Maria Mateo Maya Mei Michael Mohammed Nadia Nia Noah Nora Oliver Olivia Omar Paul Priya Quinn Rafael Renée Rosa Samuel Sara Søren Sofia Tariq Thomas Uma Valentina Victor Wei William Xavier Yara Yusuf Zoë'.split(
    ' ',
  );
const lastNames =
  'Abara Adeyemi Almeida Andersen Baker Baptiste Becker Brennan Calloway Castillo Chen Clarke Dalton Delgado Dubois Eriksen Evans Faulkner Fernández Fischer Foster García Grant Haddad Hale Hansen Hughes Ibrahim Ito Jensen Johnson Kapoor Keller Kim Kowalski Larsen Laurent Lindqvist López Marchetti Mbeki Meyer Moreau Müller Nakamura Nguyen Novak O’Brien Okafor Oliveira Park Patel Pereira Quigley Ramírez Reyes Rossi Sandoval Santos Schneider Shah Silva Sørensen Tanaka Torres Ueda Vance Vargas Wagner Walsh Weber Whitfield Xu Yamamoto Young Zhang Zielińska'.split(
    ' ',
  );
const companyNames =
  'Alder Anchor Arbor Ashgrove Atlas Beacon Birch Bluewater Bridge Brook Cedar Clearwater Cobalt Copper Crescent Delta Dune Eastgate Elm Ember Fairfield Fathom Field Foundry Garnet Granite Harbor Hawthorn Highland Horizon Iron Ivy Juniper Keystone Lantern Laurel Ledger Lighthouse Linden Maple Meridian Mill Northwind Oak Orchard Pacific Pine Quarry Quill Ridge River Rowan Sable Sequoia Silver Slate Stone Summit Tamarack Tidewater Timber Union Vale Vantage Walnut West Willow Zenith'.split(
    ' ',
  );
const companyKinds =
  'Capital,Partners,Holdings,Foods,Logistics,Robotics,Health,Labs,Ventures,Properties,Energy,Media,Systems,Works,Supply,Group'.split(
    ',',
  );
const roles =
  'Founder,Chief Executive Officer,Managing Partner,Principal,Chief Operating Officer,Investment Director,Head of Partnerships,Family Office Manager,Advisor,General Manager'.split(
    ',',
  );
const industries =
  'Real Estate,Food and Beverage,Logistics,Manufacturing,Healthcare,Energy,Media,Software,Housing,Education,Sports,Financial Services'.split(
    ',',
  );
const stages = 'Pre-seed,Seed,Series A,Series B,Growth,Buyout'.split(',');
const amounts = '$250K,$500K,$1M,$2.5M,$5M,$10M,$25M,$50M and more'.split(',');
const sentences = [
  'We operate four sites in the Northeast and are looking for a partner who intends to stay.',
  'Revenue grew by a third last year, and our margins held through two supply shocks.',
  'A founder in your network suggested that we speak with you before we raise elsewhere.',
  'Our family office has backed operators for two generations and would like to co-invest.',
  'The business is profitable, has no debt, and needs help with its second location.',
  'We are building software that plans deliveries for regional food distributors.',
  'What would you need to see before a first conversation?',
  'I am glad to send our model, the lease schedule and three references.',
  'Our lender has agreed to terms, and we would like ownership capital rather than more debt.',
  'We would value an introduction to the platform team and how it works with sponsors.',
  'After twelve seasons as a professional athlete I bought two franchises and want to own ten.',
  'The public partner has approved the site; construction could start in the spring.',
];

/** One that every rule of the store accepts, with names that many share, as in life. */
export function fictionalInquiry(random: () => number): Inquiry {
  const firstName = pick(firstNames, random);
  const lastName = pick(lastNames, random);
  const company = `${pick(companyNames, random)} ${pick(companyKinds, random)}`;
  const persona = pick(Object.keys(personas) as Persona[], random, [38, 27, 16, 11, 8]);
  const hasFunding = (persona === 'founder' || persona === 'investor') && random() < 0.7;
  const sentenceCount = 1 + Math.floor(random() ** 2 * 10);
  return {
    firstName,
    lastName,
    email: toEmail(`${firstName}.${lastName}${Math.floor(random() * 1000)}`, company),
    company,
    role: pick(roles, random),
    persona,
    companySize: pick(keysOf(companySizes), random, [34, 30, 20, 11, 5]),
    industry: pick(industries, random),
    ...(hasFunding && {
      fundingStage: pick(stages, random),
      investmentAmount: pick(amounts, random),
    }),
    timeline: pick(keysOf(timelines), random),
    message: Array.from({ length: sentenceCount }, () => pick(sentences, random)).join(' '),
  };
}

const keysOf = <Choices extends object>(choices: Choices) =>
  Object.keys(choices) as (keyof Choices)[];

const toEmail = (name: string, company: string) =>
  `${toAscii(name)}@${toAscii(company.replace(' ', '-'))}.example`;

const toAscii = (text: string) =>
  text
    .normalize('NFKD')
    .replaceAll('ø', 'o')
    .replace(/[^\w.-]/g, '')
    .toLowerCase();
