import type { Inquiry } from '../src/inquiry/inquiry.ts';

type Person = Pick<Inquiry, 'firstName' | 'lastName' | 'email' | 'company' | 'role'>;

/** Creates an invented person. The first name is the part of `name` before the first space. */
function person(name: string, email: string, role: string, company: string): Person {
  const [firstName = '', ...rest] = name.split(' ');
  return { firstName, lastName: rest.join(' '), email: `${email}.example`, role, company };
}

/** Thirty invented inquiries, newest first, as a firm gets them in a year. Two are spam. */
export const sampleInquiries: readonly Inquiry[] = [
  {
    ...person('Maya Ellison', 'maya@northfield-storage', 'Owner', 'Northfield Storage'),
    persona: 'operator',
    companySize: '11-50',
    industry: 'Self-storage',
    timeline: '6-12months',
    message:
      'My brother and I run four storage sites between Worcester and Springfield. He wants to stop next year, I do not. We would need a partner who buys his half and lets me go on running the sites.\n\nTwo of them have land next to them that we never built on.',
  },
  {
    ...person('Tom Okafor', 'tom.okafor@harbor-tools', 'CEO', 'Harbor Tools'),
    persona: 'founder',
    companySize: '51-200',
    industry: 'Tool rental',
    fundingStage: 'Profitable, no outside capital so far',
    investmentAmount: '$8M',
    timeline: '3-6months',
    message:
      'We rent tools to shipyards. Demand is steady, our software is from 2009 and I am tired of being the only person who can fix it. Looking for capital and for someone who has replaced a system like ours before.',
  },
  {
    ...person('Ines Lindgren', 'i.lindgren@lindgren-partner', 'Partner', 'Lindgren & Partner'),
    persona: 'advisor',
    companySize: '1-10',
    industry: 'M&A advice',
    timeline: 'immediate',
    message:
      'I advise the sellers of a family bakery (62 employees, three shops, one central kitchen). Teaser on request under NDA. Who on your side looks at food?',
  },
  {
    ...person('Ravi Moreau', 'ravi@moreau-capital', 'Managing Partner', 'Moreau Capital'),
    persona: 'investor',
    companySize: '1-10',
    industry: 'Independent sponsor',
    fundingStage: 'Field services, HVAC',
    investmentAmount: '$5M to $15M equity a deal',
    timeline: '1-3months',
    message:
      'I have two HVAC businesses under letter of intent in Ohio and am short of about a third of the equity. You write that you consider it case by case. What would you want to see first?',
  },
  {
    ...person('Best Rank', 'sales@rank-fast', 'SEO Expert', 'Rank Fast'),
    persona: 'other',
    companySize: '1-10',
    industry: 'Marketing',
    timeline: 'immediate',
    message:
      'Dear Sir, your website is not on page one!! See https://rank-fast.example https://rank-fast.example/prices https://rank-fast.example/proof https://rank-fast.example/now',
  },
  {
    ...person(
      'Clara Castillo',
      'clara.castillo@cedar-dx',
      'Chief Operating Officer',
      'Cedar Diagnostics',
    ),
    persona: 'operator',
    companySize: '201-1000',
    industry: 'Laboratories',
    timeline: 'exploratory',
    message:
      'We run 14 laboratories and would like to own the buildings no longer. Do you do sale and leaseback?',
  },
  {
    ...person('Jun Watanabe 渡辺', 'watanabe@watanabe-foods', '社長', '渡辺食品'),
    persona: 'founder',
    companySize: '51-200',
    industry: '食品 (frozen food)',
    timeline: 'exploratory',
    message:
      '御社のサイトを拝見しました。弊社は冷凍食品を作っております。アメリカの倉庫会社と組みたいのですが、ご相談できますか。\nEnglish is fine too, my daughter will answer.',
  },
  {
    ...person('Dolores Finch', 'dolores.finch@mailbox', 'Retired teacher', 'None'),
    persona: 'other',
    companySize: '1-10',
    industry: 'None',
    timeline: 'exploratory',
    message:
      'I own a parking lot downtown that I inherited from my husband and people keep sending me letters about it. I do not want to be rushed. Would somebody explain to me what my choices are? I prefer the telephone in the afternoon.',
  },
  {
    ...person('Marcus Bell', 'marcus@bell-nine', 'Founder', 'Bell Nine Hospitality'),
    persona: 'founder',
    companySize: '11-50',
    industry: 'Restaurants',
    fundingStage: 'Two locations open, third signed',
    investmentAmount: '$1.5M',
    timeline: 'immediate',
    message:
      'I played eight seasons and put what I had left into two restaurants. They make money. The third lease is signed and the bank is slow. I need a partner who knows kitchens, not a fan.',
  },
  {
    ...person('Crypto Support', 'desk@coin-recover', 'Agent', 'Coin Recover'),
    persona: 'investor',
    companySize: '11-50',
    industry: 'Recovery',
    timeline: 'immediate',
    message:
      'We recover lost coins. 1) https://coin.example/a 2) https://coin.example/b 3) https://coin.example/c 4) https://coin.example/d',
  },
  {
    ...person('Aoife Brennan', 'aoife@brennan-freight', 'Managing Director', 'Brennan Freight'),
    persona: 'operator',
    companySize: '201-1000',
    industry: 'Road freight',
    timeline: '3-6months',
    message:
      'We looked at your page on networks. Can we join as a supplier without selling you anything of the company? If the answer is no, please just say no.',
  },
  {
    ...person('Samuel Adeyemi', 's.adeyemi@housing-trust', 'Director', 'Lakeview Housing Trust'),
    persona: 'other',
    companySize: '51-200',
    industry: 'Affordable housing',
    timeline: '6-12months',
    message:
      'The city will tender 140 homes with a food market on the ground floor next spring. We can build and let the homes, but we have no idea of food. Would you bid with us?',
  },
  {
    ...person('Greta Sommer', 'g.sommer@sommer-optik', 'Geschäftsführerin', 'Sommer Optik GmbH'),
    persona: 'founder',
    companySize: '11-50',
    industry: 'Precision optics',
    fundingStage: 'Growth',
    investmentAmount: '4 Mio. €',
    timeline: '6-12months',
    message: 'Do you invest in Germany at all? Then I will write more.',
  },
  {
    ...person('Leo Park', 'leo@shelfwise', 'CTO and co-founder', 'Shelfwise'),
    persona: 'founder',
    companySize: '1-10',
    industry: 'Software for warehouses',
    fundingStage: 'Seed',
    investmentAmount: '$2M',
    timeline: '1-3months',
    message:
      'We forecast pick rates. In our pilot one site planned its shifts from the forecast, and the shift leads still use it. We lack two or three more sites that let us in, and would take those over money.',
  },
  {
    ...person(
      'Patricia Nunn',
      'pnunn@nunn-family-office',
      'Chief Investment Officer',
      'Nunn Family Office',
    ),
    persona: 'investor',
    companySize: '1-10',
    industry: 'Family office',
    fundingStage: 'Industrial real estate',
    investmentAmount: 'Up to $20M',
    timeline: 'exploratory',
    message:
      'We co-invest with operators. Your site says that you raise no money for others, so: how do owners work beside you, who decides on a sale, and how long have such arrangements lasted?',
  },
  {
    ...person('Big Al Romano', 'al@romano-paving', 'Owner', 'Romano Paving'),
    persona: 'operator',
    companySize: '11-50',
    industry: 'Paving',
    timeline: 'immediate',
    message: 'Selling. 31 yrs in business. No brokers. Call me, I dont do email much.',
  },
  {
    ...person('Nadia Haddad', 'nadia.haddad@olive-and-rye', 'Chef-owner', 'Olive & Rye'),
    persona: 'founder',
    companySize: '11-50',
    industry: 'Catering',
    fundingStage: 'Own money',
    timeline: '3-6months',
    message:
      'I cook for two hospitals and a school. A third hospital asked, and my kitchen is full. I have written down how we work, as your page says one should, 46 pages. Would somebody read it?',
  },
  {
    ...person('Wouter de Vries', 'w.devries@devries-kade', 'Directeur', 'De Vries Kade'),
    persona: 'investor',
    companySize: '51-200',
    industry: 'Port logistics',
    fundingStage: 'Cold storage at the port of Rotterdam',
    investmentAmount: '€10M to €30M',
    timeline: '6-12months',
    message:
      'We own a quay and plan a cold store on it. We look for an owner who stays twenty years, since the concession runs that long.',
  },
  {
    ...person('Grace Mbeki', 'grace@mbeki-publishing', 'Publisher', 'Mbeki Publishing'),
    persona: 'founder',
    companySize: '1-10',
    industry: 'Publishing',
    timeline: 'exploratory',
    message:
      'A backlist of 212 titles, most of them schoolbooks, all rights with us. Royalties are paid by hand from a spreadsheet. It is a good business with bad plumbing.',
  },
  {
    ...person('Henry Voss', 'h.voss@voss-law', 'Attorney', 'Voss Law'),
    persona: 'advisor',
    companySize: '1-10',
    industry: 'Legal services',
    timeline: 'immediate',
    message:
      'I represent a landlord of whose building one of your companies may be a tenant. Please give me the name of the person to whom notices are addressed.',
  },
  {
    ...person('Yusuf Demir', 'yusuf@demir-tekstil', 'Export manager', 'Demir Tekstil'),
    persona: 'other',
    companySize: '201-1000',
    industry: 'Textiles',
    timeline: '1-3months',
    message:
      'We can show for each roll of cloth which field the cotton came from. Buyers like it and pay nothing for it. Is this what you mean by trade systems?',
  },
  {
    ...person('Elena Petrova', 'elena@petrova-clinics', 'Medical director', 'Petrova Clinics'),
    persona: 'operator',
    companySize: '51-200',
    industry: 'Outpatient clinics',
    timeline: '3-6months',
    message:
      'Five clinics, one owner who is 71, no plan. I am not the owner and he does not know that I write. How do you handle that?',
  },
  {
    ...person('Chris Tanaka-Hill', 'chris@emberline', 'Founder', 'Emberline'),
    persona: 'founder',
    companySize: '1-10',
    industry: 'Fire safety software',
    fundingStage: 'Pre-seed',
    investmentAmount: '$400k',
    timeline: 'immediate',
    message:
      'Inspectors write on paper, we read the paper. First two cities signed. Deck attached (I could not attach it, your form has no upload?).',
  },
  {
    ...person('Oluwaseun Bankole', 'seun@bankole-agro', 'CEO', 'Bankole Agro'),
    persona: 'founder',
    companySize: '1000+',
    industry: 'Agriculture',
    fundingStage: 'Late stage',
    investmentAmount: '$25M',
    timeline: '6-12months',
    message:
      'We mill rice and need silos at the port. Local banks lend for three years, a silo pays back in nine. Do you think in nine years?',
  },
  {
    ...person('Rebecca Stone', 'rebecca@stone-advisory', 'Principal', 'Stone Advisory'),
    persona: 'advisor',
    companySize: '1-10',
    industry: 'Succession',
    timeline: 'exploratory',
    message:
      'I help owners decide to whom they leave their companies. I send nobody to a firm that I have not met. May I visit one of your businesses?',
  },
  {
    ...person('Luis Ortega', 'luis.ortega@state-college', 'Student', 'State College'),
    persona: 'other',
    companySize: '1000+',
    industry: 'Education',
    timeline: 'exploratory',
    message: 'Do you take interns in the summer? I can do Excel and I have a driving licence.',
  },
  {
    ...person('Hannah Weiss', 'hweiss@weiss-media', 'Head of rights', 'Weiss Media'),
    persona: 'other',
    companySize: '51-200',
    industry: 'Television',
    timeline: '1-3months',
    message:
      'We are preparing a documentary on people who buy family firms. No agenda. Thirty minutes off the record would help.',
  },
  {
    ...person('Dmitri Larsen', 'dmitri@larsen-crane', 'Finance director', 'Larsen Crane'),
    persona: 'operator',
    companySize: '201-1000',
    industry: 'Crane hire',
    timeline: '3-6months',
    message:
      'Third time I write. The first two times nobody answered. If you are not interested in cranes, take “industrial infrastructure” off your page.',
  },
  {
    ...person('Amara Osei', 'amara@osei-ventures', 'General Partner', 'Osei Ventures'),
    persona: 'investor',
    companySize: '1-10',
    industry: 'First-time fund',
    fundingStage: 'Services roll-ups',
    investmentAmount: '$1M to $3M',
    timeline: '6-12months',
    message:
      'First fund, two deals done with friends’ money. I do not look for a cheque from you. I look for someone who has done the first hundred days of a roll-up and will tell me what I do wrong.',
  },
  {
    ...person('George Whitlock III', 'gw3@whitlock-marine', 'Chairman', 'Whitlock Marine'),
    persona: 'operator',
    companySize: '51-200',
    industry: 'Boatbuilding',
    timeline: 'exploratory',
    message:
      'The yard has been ours since 1911. My children are a dentist and a violinist. I would rather it went on building boats under somebody else’s name than be flats under ours.',
  },
];
