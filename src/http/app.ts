import { Hono, type MiddlewareHandler } from 'hono';
import { contactApi } from './contact/contact-api.ts';
import { contactForm, verifyConfirmationToken } from './contact/contact-form-post.ts';
import { type ContactDependencies, createPostHandler } from './contact/handle-post.ts';
import {
  createLivenessHandler,
  createReadinessHandler,
  healthPaths,
  type ReadinessProbe,
} from './lifecycle/readiness.ts';
import { negotiateResponse } from './negotiate.ts';
import type { Pages } from './pages/site.ts';
import type { Files } from './pages/static-files.ts';
import { plainTextResponse } from './responses.ts';
import { addSecurityHeaders } from './security-headers.ts';

export interface AppDependencies extends ContactDependencies {
  pages: Pages;
  files: Files;
  /** Content-Security-Policy of every response. */
  policy: string;
  /** Handles action links; undefined disables them. */
  actionLinks?: MiddlewareHandler | undefined;
}

/** Creates the website's request handler; the caller listens. */
export function createApp({
  pages,
  files,
  policy,
  actionLinks,
  ...contact
}: AppDependencies): Hono {
  const app = new Hono();
  app.use(addSecurityHeaders(policy, contact.publicUrl));

  const handlePost = createPostHandler(contact);
  app.all('/api/contact-form', contactApi(handlePost, contact));
  const handleForm = contactForm(handlePost, pages.renderContactForm, contact);
  app.post('*', (context, next) => (isContact(context.req.path) ? handleForm(context) : next()));

  if (actionLinks) app.all('/follow-up/*', actionLinks);

  app.get('*', async ({ req }) => {
    const { pathname, search, searchParams } = new URL(req.url);
    const file = await files.get(pathname);
    if (file) return negotiateResponse(req.raw, file);

    const redirectPath = pages.removeTrailingSlash(pathname);
    if (redirectPath) {
      return new Response(null, { status: 301, headers: { location: redirectPath + search } });
    }
    const page =
      isContact(pathname) &&
      verifyConfirmationToken(contact.store.hashKey, searchParams.get('sent'), contact.clock())
        ? pages.getConfirmation()
        : pages.find(pathname);
    return negotiateResponse(req.raw, await page);
  });

  app.all('*', ({ req }) => {
    const allow = isContact(req.path) ? 'GET, HEAD, POST' : 'GET, HEAD';
    return plainTextResponse(405, 'This address answers GET requests only.', { allow });
  });

  app.onError((error) => {
    contact.log.error({ fault: error }, 'A request failed');
    const message = 'Something went wrong on our side. Please try again.';
    return plainTextResponse(500, message, { 'cache-control': 'no-store' });
  });

  return app;
}

/** Creates the app that answers health checks; other requests wait for `app`. */
export function createHealthApp(
  app: Promise<Hono>,
  { policy, publicUrl, readiness }: HealthDependencies,
): Hono {
  const health = new Hono();
  const headers = addSecurityHeaders(policy, publicUrl);
  health.get(healthPaths.live, headers, createLivenessHandler(readiness));
  health.get(healthPaths.ready, headers, createReadinessHandler(readiness));
  health.all('*', async ({ req, env }) => (await app).fetch(req.raw, env));
  return health;
}

interface HealthDependencies extends Pick<AppDependencies, 'policy' | 'publicUrl'> {
  readiness: ReadinessProbe;
}

const isContact = (path: string) => path.toLowerCase() === '/contact';
