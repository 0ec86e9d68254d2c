import type { RequestListener } from 'node:http';
import type { DocumentAssets } from '../../web/entry-server.tsx';
import type { Representation } from '../negotiate.ts';
import type { Pages } from './page-cache.ts';

/** The server bundle of src/web/entry-server.tsx. */
export type Renderer = typeof import('../../web/entry-server.tsx');

/** The website's renderer and assets, from a build or from the sources. */
export interface SiteBundle {
  renderer: Renderer;
  assets: DocumentAssets;
  /** Content-Security-Policy of every response. */
  policy: string;
}

/** The website as the server serves it. */
export interface SiteHandler extends Pick<SiteBundle, 'policy'> {
  /** Loaded at start; in development, pages show current values. */
  firm: Renderer['firm'];
  getPages: () => Pages | Promise<Pages>;
  getFile: (urlPath: string) => Representation | undefined;
  /** Serves cached pages and files (in development, Vite's modules); passes on others. `headers`: of every response. */
  middleware: (headers: Record<string, string>, listener: RequestListener) => RequestListener;
}
