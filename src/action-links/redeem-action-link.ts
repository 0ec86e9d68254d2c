import * as z from 'zod/mini';
import { assignLocked } from '../change-inquiry/assign-inquiry.ts';
import {
  changeLockedStatus,
  markSuspected,
  restoreState,
} from '../change-inquiry/change-status.ts';
import {
  type ChangeContext,
  type LockedInquiry,
  withLockedInquiry,
} from '../change-inquiry/locked-inquiry.ts';
import { isSameName, spellAsKnown } from '../inquiry/assignee-names.ts';
import { maxChangeLengths } from '../inquiry/history.ts';
import { type LinkAction, linkSource, type SignedLink } from '../inquiry/link-actions.ts';
import type { ReviewState, StatusChange } from '../inquiry/status.ts';
import { saveLinkUse } from '../store/used-links.ts';
import type { IsoTime } from '../text/format-time.ts';
import { showHiddenChars } from '../text/hidden-chars.ts';
import { createErrorMap, lineSchema, textSchema } from '../text/normalize-text.ts';
import type {
  ConfirmationFields,
  LinkState,
  OpenLink,
  Rejection,
  UsedLink,
} from '../web/link-page/link-state.ts';
import {
  type InquiryLink,
  loadInquiryLink,
  loadLinkState,
  toUsableLink,
} from './load-link-state.ts';

export type Redemption =
  | { outcome: 'confirmed' }
  /** The same confirmation has already made the change. */
  | { outcome: 'repeated' }
  /** Nothing was changed. `state` is what the page shows next. */
  | { outcome: 'rejected'; state: LinkState };

/** A confirmation with normalized fields. */
interface Confirmation {
  /** Name, followed by its source. */
  by: string;
  /** Empty without a note. */
  note: string;
  /** Name of the assignee; empty unless it is an assignment. */
  assignee: string;
  /** Version of what the page showed. */
  version: string;
  questionedName: string;
}

/** Fields that a page posts. */
export interface PostedConfirmation {
  fields: ConfirmationFields;
  /** Version of what the page showed, which must still be current. For suspected spam: the ids. */
  version: string;
  /** Name of an assignee that the page questioned; empty if none. */
  questionedName: string;
}

export interface LinkContext extends ChangeContext {
  /** Names of the team's mailboxes. */
  teamNames: readonly string[];
}

/**
 * Applies the action of a link: a change of the status once, an assignment each time. Accepts a
 * repeat of the same confirmation. Throws `StoreUnavailable`, with nothing changed.
 */
export async function redeemActionLink(
  context: LinkContext,
  link: SignedLink,
  { fields, version, questionedName }: PostedConfirmation,
): Promise<Redemption> {
  const { teamNames } = context;
  const validated = validate(link.action, fields);
  if (validated.outcome === 'invalid') {
    const state = await loadLinkState(context.store, link, teamNames);
    return reject(state, { problem: 'invalid', errors: validated.errors });
  }
  const { by, note, assignee } = validated.fields;
  const confirmation: Confirmation = {
    by: by + linkSource,
    note,
    assignee,
    version,
    questionedName,
  };
  const { target } = link;
  if (target.kind === 'suspected')
    return markShownSuspected(context, link, target.until, confirmation);
  const redeemed = await withLockedInquiry(context, target.inquiryId, (locked) =>
    redeemLocked(locked, { ...link, target }, teamNames, confirmation),
  );
  return redeemed ?? reject({ state: 'deleted' });
}

/**
 * Messages of forms for the team, which are in English. Those in `src/content/fields.ts` are in the
 * language of the website: a translation changes only these.
 */
const textErrors = {
  tooLong: (length: string, maxLength: string) =>
    `Please shorten this from ${length} to ${maxLength} characters`,
  severalLines: 'Please keep this to one line of plain text',
  unprintable: 'Please remove characters that cannot be shown',
};

const name = (length: number) => lineSchema(length).check(z.minLength(1, 'Please enter a name'));
const statusFields = z.object({
  by: name(maxChangeLengths.by - linkSource.length),
  note: textSchema(maxChangeLengths.note),
  // The form for a status has no assignee.
  assignee: z.string(),
});
const assignmentFields = z.extend(statusFields, { assignee: name(maxChangeLengths.by) });

type Validation =
  | { outcome: 'valid'; fields: ConfirmationFields }
  | { outcome: 'invalid'; errors: Partial<ConfirmationFields> };

/** Validates and normalizes the fields. `errors` has the first message for each field. */
function validate(action: LinkAction, fields: ConfirmationFields): Validation {
  const schema = action === 'assign' ? assignmentFields : statusFields;
  const { data, error } = schema.safeParse(fields, { error: createErrorMap(textErrors, {}) });
  if (!error) return { outcome: 'valid', fields: data };
  const errors: Partial<ConfirmationFields> = {};
  for (const { path, message } of error.issues)
    errors[path[0] as keyof ConfirmationFields] ??= message;
  return { outcome: 'invalid', errors };
}

/** Rejects a confirmation. If the link can still be confirmed, its page shows the reason. */
function reject(state: LinkState, reason?: Rejection): Redemption {
  const canConfirm = state.state === 'open' || state.state === 'suspected';
  return { outcome: 'rejected', state: canConfirm ? { ...state, rejection: reason } : state };
}

/** Marks as spam the suspected inquiries that the page listed, except those judged since. */
async function markShownSuspected(
  context: LinkContext,
  link: SignedLink,
  until: IsoTime,
  { by, version }: Confirmation,
): Promise<Redemption> {
  const ids = version.split(',');
  // The page of an earlier version posts the number of inquiries.
  if (!ids.every((id) => id.length === 36)) {
    const state = await loadLinkState(context.store, link, context.teamNames);
    return reject(state, { problem: 'changed' });
  }
  const count = await markSuspected(context, until, ids, by);
  return { outcome: count > 0 ? 'confirmed' : 'repeated' };
}

/** Applies the action of a link to its locked inquiry. */
async function redeemLocked(
  locked: LockedInquiry,
  link: InquiryLink,
  teamNames: readonly string[],
  confirmation: Confirmation,
): Promise<Redemption> {
  const current = await loadInquiryLink({ db: locked.transaction }, link, teamNames);
  if (current.state === 'used' && isUsedBy(current, confirmation)) return { outcome: 'repeated' };
  if (current.state !== 'open') return reject(current);
  const { step } = current;
  if (step.kind === 'assign') {
    // Question no names without a team, or each new one would be questioned.
    const names = teamNames.length > 0 ? step.assignees : [];
    const assignee = spellAsKnown(confirmation.assignee, step.assignees);
    return assign(locked, current, names, { ...confirmation, assignee });
  }
  if (hasPageChanged(current, confirmation)) return reject(current, { problem: 'changed' });
  const event =
    step.kind === 'mark'
      ? await mark(locked, step.change, confirmation)
      : await reopen(locked, step.before, confirmation);
  await saveLinkUse(locked.transaction, toUsableLink(link), event);
  return { outcome: 'confirmed' };
}

/** Tells if a colleague has changed what the page showed. */
const hasPageChanged = (current: OpenLink, { version }: Confirmation) =>
  version !== current.version;

const isUsedBy = ({ usedBy, usedNote }: UsedLink, { by, note }: Confirmation) =>
  usedBy === by && (usedNote ?? '') === note;

/** Assigns the inquiry. Questions a name that is not in `names`, unless `names` is empty. */
async function assign(
  locked: LockedInquiry,
  current: OpenLink,
  names: string[],
  confirmation: Confirmation,
): Promise<Redemption> {
  const { by, note, assignee } = confirmation;
  const previous = current.inquiry.assignee ?? '';
  if (isSameName(assignee, previous)) {
    if (isLastChange(current, confirmation)) return { outcome: 'repeated' };
    const errors = { assignee: `${showHiddenChars(previous)} has this inquiry already` };
    return reject(current, { problem: 'invalid', errors });
  }
  if (hasPageChanged(current, confirmation)) return reject(current, { problem: 'changed' });
  const isKnown = names.length === 0 || names.includes(assignee);
  if (!isKnown && !isSameName(confirmation.questionedName, assignee))
    return reject(current, { problem: 'unknown-name', name: assignee });
  await assignLocked(locked, { assignee, by, note: note || undefined });
  return { outcome: 'confirmed' };
}

/** Tells if a confirmation has made the last change, so that it is a repeat. */
const isLastChange = ({ lastChange }: OpenLink, { by, note, assignee }: Confirmation) =>
  isSameName(lastChange?.assignee ?? '', assignee) &&
  lastChange?.by === by &&
  (lastChange.note ?? '') === note;

/** Marks the inquiry with a status. Resolves to the number of the event. */
async function mark(
  locked: LockedInquiry,
  change: StatusChange,
  { by, note }: Confirmation,
): Promise<number> {
  const result = await changeLockedStatus(locked, { ...change, by, note: note || undefined });
  // Cannot happen: such a link is not open.
  if (result.outcome === 'refused') throw new Error(`The change is refused: ${result.reason}`);
  return result.event;
}

/**
 * Restores the state `before` the last change of the inquiry. Resolves to the number of the event.
 */
async function reopen(
  locked: LockedInquiry,
  before: ReviewState,
  { by, note }: Confirmation,
): Promise<number> {
  const { event } = await restoreState(locked, before, { by, note: note || undefined });
  return event;
}
