import TurndownService from 'turndown';
import { contact } from '../../content/contact.ts';
import { firm } from '../../content/firm.ts';
import { metadata } from '../../content/metadata.ts';
import type { PageInfo, ResolveUrl } from './page-info.ts';

/** Converts a page's rendered HTML to Markdown. */
export function pageMarkdown(
  markup: string,
  page: PageInfo,
  { resolveUrl, retentionMonths }: { resolveUrl: ResolveUrl; retentionMonths?: number | undefined },
): string {
  const copy = metadata;
  const form = `${copy.form(resolveUrl('/contact'))}\n\n${contact.form.privacy(retentionMonths)}`;
  return `${createConverter(form, resolveUrl).turndown(markup)}

---

${firm.disclaimer}

${copy.page}: ${resolveUrl(page.path)}
`;
}

function createConverter(form: string, resolveUrl: ResolveUrl) {
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
            : `[${text}](${href.startsWith('/') ? resolveUrl(href) : href})`;
        },
      })
      .addRule('item', {
        filter: 'li',
        replacement: (content, node) =>
          node.querySelector('h3')
            ? `\n\n${content}\n\n`
            : `${listMarker(node)} ${content.trim()}\n`,
      })
      .addRule('heading of an item', {
        filter: (node) =>
          node.nodeName === 'H3' && closestItem(node)?.parentNode?.nodeName === 'OL',
        replacement: (text, node) =>
          `\n\n### ${listMarker(closestItem(node as HTMLElement))} ${text}\n\n`,
      })
      .addRule('definition', {
        filter: (node) => node.nodeName === 'DIV' && node.parentNode?.nodeName === 'DL',
        replacement: (content) => {
          const [term, ...details] = content.trim().split(/\s*\n\s*/);
          return `- **${term}**: ${details.join(', ')}\n`;
        },
      })
      // Turndown tries the last rule first.
      .addRule('outside main', {
        filter: (node) => isRoot(node.parentElement) && node.nodeName !== 'MAIN',
        replacement: () => '',
      })
  );
}

const isRoot = (node: HTMLElement | null) => node?.id === 'turndown-root';

function closestItem(node: HTMLElement): HTMLElement | null {
  const { parentElement } = node;
  return !parentElement || parentElement.nodeName === 'LI'
    ? parentElement
    : closestItem(parentElement);
}

function listMarker(item: HTMLElement | null) {
  const list = item?.parentElement;
  if (!item || list?.nodeName !== 'OL') return '-';
  return `${Array.from(list.children).indexOf(item) + 1}.`;
}
