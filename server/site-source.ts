import type { DocumentAssets, PostedForm } from '../app/render.tsx';
import type { Firm } from '../app/content/firm.ts';

export type { DocumentAssets, PostedForm };

/** What the server needs of the website: the module that the build makes of app/render.tsx. */
export type Renderer = typeof import('../app/render.tsx');

/** The website as it stands on this machine: how to render it, its files, the firm's facts. */
export interface Site {
  renderer: Pick<Renderer, 'paths' | 'render'>;
  assets: DocumentAssets;
  firm: Firm;
}
