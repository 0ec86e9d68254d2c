import { contact } from '../content/contact.ts';
import { firm } from '../content/firm.ts';
import { metadata } from '../content/metadata.ts';
import { officeHours } from '../content/office-hours.ts';
import { markdownPath } from './markdown-path.ts';
import type { PageInfo, UrlOf } from './page-info.ts';

/** llms.txt (https://llmstxt.org): what the site is, and where its pages are as Markdown. */
export function llms(pages: PageInfo[], urlOf: UrlOf): string {
  const words = metadata;
  const { details } = contact;
  const { street, city, region, postalCode } = firm.address;
  const { days, times } = officeHours(firm.hours);
  return `# ${firm.name}

> ${firm.blurb}

${firm.disclaimer}

${words.form(urlOf('/contact'))}

## ${words.pages}

${list(pages.map(({ path, name, description }) => `[${name}](${urlOf(markdownPath(path))}): ${description}`))}

## ${details.heading}

${list([
  `${details.email}: ${firm.email}`,
  `${details.office}: ${street}, ${city}, ${region} ${postalCode}`,
  `${details.hours}: ${days}, ${times}`,
])}
`;
}

const list = (items: string[]) => items.map((item) => `- ${item}`).join('\n');
