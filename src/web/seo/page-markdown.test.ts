import { describe, expect, it } from 'vitest';
import { firm } from '../../content/firm.ts';
import { createUrlResolver } from './page-info.ts';
import { pageMarkdown } from './page-markdown.ts';

const page = { path: '/about', name: 'About', title: 'About', description: 'Who we are.' };
const resolveUrl = createUrlResolver('https://www.example.com');

/** Converts a page with `markup` in its main element. Returns the Markdown without the footer. */
const convert = (markup: string) => {
  const layout = `<a href="#main">Skip</a><header>Menu</header><main>${markup}</main><footer>End</footer>`;
  return pageMarkdown(layout, page, { resolveUrl }).split('\n\n---\n')[0];
};

describe('pageMarkdown', () => {
  it('converts the main element and links to the page', () => {
    const markdown = pageMarkdown('<header>Menu</header><main><h1>Hi</h1></main>', page, {
      resolveUrl,
    });
    expect(markdown).toMatch(/^# Hi\n\n---\n/);
    expect(markdown).toMatch(/https:\/\/www\.example\.com\/about\n$/);
  });

  it('converts lists, with numbers for ordered lists', () => {
    expect(convert('<ul><li>One</li><li>Two</li></ul>')).toBe('- One\n- Two');
    expect(convert('<ol><li><b>One</b> first</li><li>Two</li></ol>')).toBe(
      '1. **One** first\n2. Two',
    );
    const steps = '<ol><li><div><h3>Survey</h3><p>Look.</p></div></li><li><h3>Build</h3></li></ol>';
    expect(convert(steps)).toBe('### 1. Survey\n\nLook.\n\n### 2. Build');
    expect(convert('<ul><li><h3>Access</h3><p>Open.</p></li></ul>')).toBe('### Access\n\nOpen.');
  });

  it('converts definition lists', () => {
    const list =
      '<dl><div><dt>Office</dt><dd>1 Wharf<br>Boston</dd></div><div><dt>Home</dt><dd>Sea</dd></div></dl>';
    expect(convert(list)).toBe('- **Office**: 1 Wharf, Boston\n- **Home**: Sea');
  });

  it('makes links absolute', () => {
    expect(convert('<p><a href="/contact">Write</a></p>')).toBe(
      '[Write](https://www.example.com/contact)',
    );
    expect(convert('<p><a href="mailto:a@b.example">a@b.example</a></p>')).toBe('a@b.example');
  });

  it('replaces a form by the contact details', () => {
    const markdown = convert(
      '<h2>Connect</h2><form><input name="email"><button>Send</button></form>',
    );
    expect(markdown).toContain('## Connect\n\nTo send an inquiry');
    expect(markdown).toContain('https://www.example.com/contact');
    expect(markdown).toContain(firm.email);
    expect(markdown).not.toContain('Send\n');
  });

  it('omits drawings, controls and tab links', () => {
    const markup =
      '<svg><path d="M0 0"></path></svg><img src="a.jpg" alt=""><button>Copy</button><ul class="tab-list"><li><a href="#a">A</a></li></ul><p>Text</p>';
    expect(convert(markup)).toBe('Text');
  });
});
