import { HtmlValidate, StaticConfigLoader } from 'html-validate';
import { beforeAll, describe, expect, it } from 'vitest';
import { allPages } from '../../tools/all-pages.ts';
import { sampleInquiry } from '../fixtures/sample-inquiry.ts';
import { serveSite } from '../fixtures/serve-site.ts';

const validator = new HtmlValidate(
  new StaticConfigLoader({
    root: true,
    extends: ['html-validate:recommended', 'html-validate:a11y', 'html-validate:document'],
    rules: {
      // React's HTML style, which is valid.
      'doctype-style': 'off',
      'attr-case': 'off',
      'void-style': 'off',
      'attribute-empty-style': 'off',
      'attribute-boolean-style': 'off',
      // All scripts are same-origin.
      'require-sri': 'off',
      // The form's heading names its fieldset (WCAG technique ARIA17).
      'wcag/h71': 'off',
    },
  }),
);

let site: URL;
beforeAll(async () => {
  const server = await serveSite({ PUBLIC_URL: 'https://www.example.com' });
  site = server.url;
  return server.stop;
});

async function validate(response: Response) {
  const { results } = await validator.validateString(await response.text());
  return results.flatMap(({ messages }) =>
    messages.map(({ ruleId, message, selector }) => `${ruleId}: ${message} (${selector})`),
  );
}

const post = (fields: Record<string, string>) =>
  fetch(new URL('/contact', site), { method: 'POST', body: new URLSearchParams(fields) });

describe('the HTML is valid', () => {
  it('of every page', async () => {
    const responses = await Promise.all(allPages.map(({ path }) => fetch(new URL(path, site))));
    for (const response of responses) expect(await validate(response), response.url).toEqual([]);
  });

  it('of the not-found page, a form with errors and the confirmation page', async () => {
    const responses = [
      await fetch(new URL('/no/such/page', site)),
      await post({ persona: 'founder', honeypot: 'filled' }),
      await post({ ...sampleInquiry }),
    ];
    expect(responses.map(({ status }) => status)).toEqual([404, 422, 200]);
    expect(responses[2]?.url).toContain('?sent');
    for (const response of responses) expect(await validate(response), response.url).toEqual([]);
  });
});
