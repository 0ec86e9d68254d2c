import TurndownService from 'turndown';
import { contact } from '../../content/contact.ts';
import { firm } from '../../content/firm.ts';
import { metadata } from '../../content/metadata.ts';
import type { PageInfo, UrlOf } from './page-info.ts';

/** A page's Markdown twin, from the markup that visitors get: it can't say anything else. */
export function pageMarkdown(
  markup: string,
  page: PageInfo,
  { urlOf, retentionMonths }: { urlOf: UrlOf; retentionMonths?: number | undefined },
): string {
  const words = metadata;
  const form = `${words.form(urlOf('/contact'))}\n\n${contact.form.privacy(retentionMonths)}`;
  return `${converter(form, urlOf).turndown(markup)}

---

${firm.disclaimer}

${words.page}: ${urlOf(page.path)}
`;
}

function converter(form: string, urlOf: UrlOf) {
  return (
    new TurndownService({ headingStyle: 'atx', hr: '---', bulletListMarker: '-' })
      .addRule('controls', {
        filter: (node) =>
          /^(svg|img|button)$/i.test(node.nodeName) || /^(note|tab-list)$/.test(node.className),
        replacement: () => '',
      })
      .addRule('form', { filter: 'form', replacement: () => `\n\n${form}\n\n` })
      .addRule('link', {
        filter: 'a',
        replacement: (text, node) => {
          const href = node.getAttribute('href') ?? '';
          return href === `mailto:${text}`
            ? text
            : `[${text}](${href.startsWith('/') ? urlOf(href) : href})`;
        },
      })
      .addRule('item', {
        filter: 'li',
        replacement: (content, node) =>
          node.querySelector('h3') ? `\n\n${content}\n\n` : `${marker(node)} ${content.trim()}\n`,
      })
      .addRule('heading of an item', {
        filter: (node) => node.nodeName === 'H3' && itemAround(node)?.parentNode?.nodeName === 'OL',
        replacement: (text, node) =>
          `\n\n### ${marker(itemAround(node as HTMLElement))} ${text}\n\n`,
      })
      .addRule('definition', {
        filter: (node) => node.nodeName === 'DIV' && node.parentNode?.nodeName === 'DL',
        replacement: (content) => {
          const [term, ...details] = content.trim().split(/\s*\n\s*/);
          return `- **${term}**: ${details.join(', ')}\n`;
        },
      })
      // The last rule is tried first.
      .addRule('around', {
        filter: (node) => isRoot(node.parentElement) && node.nodeName !== 'MAIN',
        replacement: () => '',
      })
  );
}

const isRoot = (node: HTMLElement | null) => node?.id === 'turndown-root';

function itemAround(node: HTMLElement): HTMLElement | null {
  const { parentElement } = node;
  return !parentElement || parentElement.nodeName === 'LI'
    ? parentElement
    : itemAround(parentElement);
}

function marker(item: HTMLElement | null) {
  const list = item?.parentElement;
  if (!item || list?.nodeName !== 'OL') return '-';
  return `${Array.from(list.children).indexOf(item) + 1}.`;
}
