import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { copySources } from '../fixtures/copy-sources.ts';
import { startMailServer } from '../fixtures/mail-server.ts';
import { postInquiry } from '../fixtures/post-inquiry.ts';
import { onSunday, startTestServer } from '../fixtures/start-test-server.ts';
import { settingsFor } from '../fixtures/temporary-store.ts';
import { createRunner } from './run-in-copy.ts';
import { translateContent } from './translate.ts';

const sources = copySources();
const { run, runBrowserTests } = createRunner(sources.folder);

/** Builds a site whose content has no Latin letters, so that those of a page come from elsewhere. */
beforeAll(async () => {
  // As in long words of headlines.
  const text = sources.read('src/content/about.ts');
  const withSoftHyphen = text.replace(/who: \{\s+title: .\p{L}{2}/u, '$&\\u00AD');
  sources.write('src/content/about.ts', withSoftHyphen);
  translateContent(sources);
  await run('tools/build.ts');
});
afterAll(() => sources.remove());

it('no word on a page, in any state, comes from elsewhere than the content', () =>
  runBrowserTests(
    [
      ...['pages', 'navigation', 'menu', 'tabs', 'error-screens'],
      ...['contact-form', 'contact-validation', 'contact-tooltips'],
      ...['contact-submit-failure', 'contact-without-script'],
    ],
    { REFUSE_LATIN_TEXTS: 'on' },
  ));

it('no word of the acknowledgement does, and the e-mails to the team stay English', async () => {
  const { mails, settings } = await startMailServer();
  const store = path.join(sources.folder, 'data/inquiries.sqlite');
  const { url } = startTestServer(
    {
      ...settingsFor({ kind: 'sqlite', file: store }),
      ...settings,
      ACKNOWLEDGE: 'on',
      ...onSunday,
    },
    sources.folder,
  );
  // The subject names the company, if it has letters alone.
  await postInquiry(await url, { company: '42' });
  await expect.poll(() => mails.length).toBe(2);
  const texts = mails.map(({ read }) => `${read.subject}\n${read.text}`);
  const toTeam = texts.filter((text) => text.includes('Review it by: '));
  expect(toTeam).toHaveLength(1);
  const [acknowledgement = ''] = texts.filter((text) => !toTeam.includes(text));
  expect(acknowledgement.replaceAll(/\S+@\S+/g, '').match(/[a-z]{2,}/gi)).toBeNull();
});
