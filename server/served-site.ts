import type { RequestListener } from 'node:http';
import type { Pages } from './pages.ts';
import type { SiteSource } from './site-source.ts';
import type { Files } from './static-files.ts';

/** The website as the server answers with it, whether it was built or comes from its sources. */
export interface ServedSite {
  /** As it was at the start: in development, what pages show of it is always as it is now. */
  firm: SiteSource['renderer']['firm'];
  pages: Pages;
  files: Files;
  /** Content-Security-Policy of every answer. */
  policy: string;
  /** Milliseconds since the epoch. */
  builtAt: number;
  /** Answers by itself what needs no application, and passes on the rest. */
  middleware: (listener: RequestListener) => RequestListener;
}
