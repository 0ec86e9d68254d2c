import type { actionLinks as copy } from '../../content/action-links.ts';
import type { LinkAction } from '../../inquiry/link-actions.ts';
import type { IsoTime } from '../../text/format-time.ts';
import type {
  InitialValues,
  OpenLink,
  RefusedLink,
  SuspectedLink,
  UsedLink,
} from './link-state.ts';

/** Reasons why the values of a confirmation could not be read. */
export const unreadProblems = ['tooLarge', 'unread'] as const;
export type UnreadProblem = (typeof unreadProblems)[number];

/**
 * Contents of the page of an action link: the state of the link, and data that only the page needs.
 */
export type ActionLinkView =
  InvalidView | UnreadView | UnsavedView | OpenView | SettledView | SuspectedView;

/** A link without an inquiry. */
interface InvalidView {
  state: keyof typeof copy.invalidLinks;
}

/** A confirmation whose values could not be read. */
interface UnreadView {
  state: UnreadProblem;
}

/** A page with a form. */
interface FormView {
  action: LinkAction;
  expiresAt: IsoTime;
  values: InitialValues;
}

/** A confirmation that could not be stored. Its inquiry could not be read either. */
export interface UnsavedView extends FormView {
  state: 'unsaved';
  /** Version that the failed confirmation posted. */
  version: string;
}

export interface OpenView extends OpenLink, FormView {}

export interface SuspectedView extends SuspectedLink, FormView {
  /** Paths of the "Not spam" links, in the order of the listed inquiries. */
  notSpamPaths: string[];
}

/** A page that says why there is nothing to confirm. */
export type SettledView = (UsedLink | RefusedLink) & {
  action: LinkAction;
  /** Note of a confirmation that came too late. */
  unsavedNote: string | undefined;
  /** Path of the link that reopens the inquiry, if a change closed it. */
  reopenPath: string | undefined;
};
