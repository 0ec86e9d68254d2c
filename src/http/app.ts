import { Hono } from 'hono';
import type { LinkSecrets } from '../config/setting-values.ts';
import { followUp } from './action-links/action-link-handler.ts';
import { contactCall, type ContactDependencies } from './contact/contact-api.ts';
import { contactPost, isSentToken } from './contact/contact-form.ts';
import { alive, healthPaths, type Readiness, ready } from './lifecycle/readiness.ts';
import { answer, plainText } from './pages/negotiate.ts';
import type { Pages } from './pages/site.ts';
import type { Files } from './pages/static-files.ts';
import type { SubmissionLimit } from './rate-limit/rate-limiter.ts';
import { securityHeaders } from './security-headers.ts';

export interface AppDependencies extends ContactDependencies {
  pages: Pages;
  files: Files;
  /** Content-Security-Policy of every answer. */
  policy: string;
  /** What the links of mails are signed with; without it there are none. */
  linkSecrets?: LinkSecrets | undefined;
  /** Any number of posts to links that were altered is answered unless given. */
  alteredLinkLimit?: SubmissionLimit | undefined;
  /** The firm's (IANA name). */
  timeZone: string;
  /** Whether requests may be sent here: always, unless given. */
  readiness?: Pick<Readiness, 'whyNot'>;
}

/** The whole website as one function from request to response; it listens to nothing by itself. */
export function createApp({
  pages,
  files,
  policy,
  linkSecrets,
  alteredLinkLimit,
  timeZone,
  readiness = { whyNot: async () => [] },
  ...contact
}: AppDependencies): Hono {
  const app = new Hono();
  app.use(securityHeaders(policy, contact.publicUrl));

  app.get(healthPaths.alive, alive);
  app.get(healthPaths.ready, ready(readiness));

  app.all('/api/contact-form', contactCall(contact));
  const postContact = contactPost({ ...contact, renderContact: pages.renderPosted });
  app.post('*', (context, next) => (isContact(context.req.path) ? postContact(context) : next()));

  if (linkSecrets) {
    const { renderFollowUp } = pages;
    const links = { secrets: linkSecrets, alteredLinkLimit, renderFollowUp, timeZone };
    app.all('/follow-up/*', followUp({ ...contact, ...links }));
  }

  app.get('*', async ({ req }) => {
    const { pathname, search, searchParams } = new URL(req.url);
    const file = await files.get(pathname);
    if (file) return answer(req.raw, file);

    const withoutSlash = pages.withoutSlash(pathname);
    if (withoutSlash) {
      return new Response(null, { status: 301, headers: { location: withoutSlash + search } });
    }
    const page =
      isContact(pathname) &&
      isSentToken(contact.store.hashKey, searchParams.get('sent'), contact.clock())
        ? pages.thanks()
        : pages.find(pathname);
    return answer(req.raw, await page);
  });

  app.all('*', ({ req }) => {
    const allow = isContact(req.path) ? 'GET, HEAD, POST' : 'GET, HEAD';
    return plainText(405, 'This address answers GET requests only.', { allow });
  });

  app.onError((error) => {
    contact.log.error({ fault: error }, 'A request failed');
    const message = 'Something went wrong on our side. Please try again.';
    return plainText(500, message, { 'cache-control': 'no-store' });
  });

  return app;
}

/**
 * Answers while the store is being opened: health at once, all other requests by the application
 * that `opened` resolves to.
 */
export function createStartingApp(
  opened: Promise<Hono>,
  { policy, publicUrl }: Pick<AppDependencies, 'policy' | 'publicUrl'>,
): Hono {
  const app = new Hono();
  const headers = securityHeaders(policy, publicUrl);
  app.get(healthPaths.alive, headers, alive);
  app.get(healthPaths.ready, headers, ready({ whyNot: async () => ['starting'] }));
  app.all('*', async ({ req, env }) => (await opened).fetch(req.raw, env));
  return app;
}

const isContact = (path: string) => path.toLowerCase() === '/contact';
