import type { RequestListener } from 'node:http';
import type { ActionLinkView, DocumentAssets, PostedForm } from '../../web/entry-server.tsx';
import type { Representation } from '../negotiate.ts';
import type { Files } from './static-files.ts';

/** The server bundle of src/web/entry-server.tsx. */
export type Renderer = typeof import('../../web/entry-server.tsx');

/** The website's renderer and assets, from a build or from the sources. */
export interface SiteBundle {
  renderer: Renderer;
  assets: DocumentAssets;
  /** Content-Security-Policy of every response. */
  policy: string;
}

/** The site's HTML documents. */
export interface Pages {
  /** Returns the page at `pathname` in any case, or the not-found page. */
  find(pathname: string): Promise<Representation>;
  /** Returns the contact page with the confirmation of a form sent without script at `receivedAt` (ms). */
  getConfirmation(receivedAt: number): Promise<Representation>;
  /** Renders the contact page with the submitted values and their errors. */
  renderContactForm(posted: PostedForm, status: number): Promise<Representation>;
  /** Renders the page of an action link. */
  renderActionLink(view: ActionLinkView, status: number): Promise<Representation>;
  /** Returns a page's path without trailing slashes; undefined if `pathname` needs no redirect. */
  removeTrailingSlash(pathname: string): Promise<string | undefined>;
}

/** The website as the server serves it. */
export interface SiteHandler extends Pick<SiteBundle, 'policy'> {
  /** Loaded at start; in development, pages show current values. */
  firm: Renderer['firm'];
  pages: Pages;
  files: Files;
  /** Serves cached pages and files (in development, Vite's modules); passes on others. `headers`: of every response. */
  middleware: (headers: Record<string, string>, listener: RequestListener) => RequestListener;
}
