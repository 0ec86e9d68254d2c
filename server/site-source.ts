import type {
  DocumentAssets,
  FollowUpView,
  OpenView,
  PostedForm,
  Site,
  Text,
} from '../app/render.tsx';

export type { DocumentAssets, FollowUpView, OpenView, PostedForm, Site, Text };

/** What the server needs of the website: the module that the build makes of app/render.tsx. */
export type Renderer = typeof import('../app/render.tsx');

/** Where the website comes from, a build or its sources: how to render it, and its files. */
export interface SiteSource {
  renderer: Pick<Renderer, 'firm' | 'paths' | 'render' | 'renderFollowUp' | 'programTexts'>;
  assets: DocumentAssets;
}
