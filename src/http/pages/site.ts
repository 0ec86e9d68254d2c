import type { RequestListener } from 'node:http';
import type {
  DocumentAssets,
  FollowUpView,
  OpenView,
  PostedForm,
  Site,
  Text,
} from '../../web/entry-server.tsx';

import type { Representation } from './negotiate.ts';
import type { Files } from './static-files.ts';

export type { DocumentAssets, FollowUpView, OpenView, PostedForm, Site, Text };

/** What the server needs of the website: the module that the build makes of src/web/entry-server.tsx. */
export type Renderer = typeof import('../../web/entry-server.tsx');

/** The website as it was built, or as its sources are now. */
export interface SiteSource {
  renderer: Pick<Renderer, 'firm' | 'paths' | 'render' | 'renderFollowUp' | 'programTexts'>;
  assets: DocumentAssets;
  /** Content-Security-Policy of every answer. */
  policy: string;
}

/** The site's HTML documents. */
export interface Pages {
  /** The page at `pathname`, whatever its case, or the not-found page. */
  find(pathname: string): Promise<Representation>;
  /** The contact page with the thanks for an inquiry that was posted without script. */
  thanks(): Promise<Representation>;
  /** The contact page with a form that came back. */
  renderPosted(posted: PostedForm, status: number): Promise<Representation>;
  /** The page behind a link of a mail. */
  renderFollowUp(view: FollowUpView, status: number): Promise<Representation>;
  /** The path that `pathname` without the slashes at its end stands for, where it is a page's. */
  withoutSlash(pathname: string): string | undefined;
}

/** The website as the server answers with it. */
export interface ServedSite extends Pick<SiteSource, 'policy'> {
  /** As it was at the start: in development, what pages show of it is always as it is now. */
  firm: Renderer['firm'];
  pages: Pages;
  files: Files;
  /** Answers by itself what needs no application, and passes on the rest. */
  middleware: (listener: RequestListener) => RequestListener;
}
