import { labels, personas, timelines } from '../../content/fields.ts';
import { type Deadline, deadlineLabels } from '../../inquiry/deadlines.ts';
import { isInvestor } from '../../inquiry/inquiry.ts';
import { formatReviewState, isOpen } from '../../inquiry/status.ts';
import type { StoredInquiry } from '../../inquiry/stored-inquiry.ts';
import { toExcerpt } from '../../text/excerpt.ts';
import { formatNumber } from '../../text/format-number.ts';
import { formatTime } from '../../text/format-time.ts';
import type { LocaleOptions } from '../../text/locale-options.ts';
import { selectLinks } from './inquiry-links.ts';
import type { MailContext } from './mail-context.ts';
import { nameInList } from './name-inquiry.ts';
import {
  type Optional,
  type Part,
  renderEntry,
  renderFact,
  renderInquirerText,
  renderParagraph,
} from './render-mail.ts';

/** An inquiry with the facts that e-mails add. */
export interface MailedInquiry {
  inquiry: StoredInquiry;
  /** True if the acknowledgement reached nobody. */
  isUnreachable: boolean;
}

export const notAcknowledgedText =
  'The acknowledgement could not be delivered: the address may be wrong.';

/** Maximum length of a message or note, in code points, in the preview of a mailbox. */
export const previewLength = 140;

export const describeAssignee = ({ assignee }: { assignee?: string | undefined }): string =>
  assignee ? `Assigned to ${assignee}.` : 'Unassigned.';

/** Describes the state of a changed inquiry. `due` is a sentence about its deadline. */
export function describeState(inquiry: StoredInquiry, due: string): string {
  const state = `${formatReviewState(inquiry)}. ${due}`;
  return isOpen(inquiry) ? `${state} ${describeAssignee(inquiry)}` : state;
}

export const dueLine = (due: Deadline, localeOptions: LocaleOptions): Part =>
  renderFact(`${deadlineLabels[due.kind]} due`, formatTime(localeOptions, Date.parse(due.at)));

export const describeSuspicion = ({ suspectedSpam }: StoredInquiry): string | false =>
  suspectedSpam !== undefined && `Suspected spam: ${suspectedSpam}.`;

export const describePerson = ({ inquiry, isUnreachable }: MailedInquiry): Part =>
  renderParagraph(
    renderInquirerText([inquiry.role, inquiry.company]),
    renderInquirerText([inquiry.email]),
    isUnreachable && notAcknowledgedText,
  );

export function describeProfile(inquiry: StoredInquiry): Part {
  const { persona, companySize, industry, fundingStage, investmentAmount, timeline } = inquiry;
  const label = isInvestor(persona) ? 'Investment' : 'Funding';
  return renderParagraph(
    renderInquirerText([personas[persona], `${companySize} people`, industry]),
    Boolean(fundingStage || investmentAmount) &&
      renderInquirerText([fundingStage, investmentAmount], label),
    renderInquirerText([timelines[timeline]], labels.timeline),
  );
}

export const formatCount = (
  localeOptions: LocaleOptions,
  count: number,
  one: string,
  many = one,
): string => `${formatNumber(localeOptions, count)} ${count === 1 ? one : many}`;

/** States how many items are not listed. */
export const describeRest = (
  localeOptions: LocaleOptions,
  { count, first }: { count: number; first: unknown[] },
): Optional<Part> =>
  count > first.length &&
  renderParagraph(`And ${formatCount(localeOptions, count - first.length, 'more')}.`);

/**
 * Lists as many entries as fit into `maxLength` characters of HTML, without styles, and states how
 * many more there are, because Gmail cuts long e-mails. `count` is the number of all.
 */
export function renderList(
  localeOptions: LocaleOptions,
  count: number,
  entries: Part[],
  maxLength: number,
): Optional<Part>[] {
  const first: Part[] = [];
  let length = 0;
  for (const entry of entries) {
    length += String(entry.html).length;
    if (length > maxLength) break;
    first.push(entry);
  }
  return [...first, describeRest(localeOptions, { count, first })];
}

/**
 * Describes the inquirer and the request, in the order in which a partner judges them, with links
 * to the actions.
 */
export function describeEntry(
  { inquiry, isUnreachable }: MailedInquiry,
  { localeOptions, now, getLinks }: MailContext,
  due?: Deadline,
): Part {
  const [firstLine = ''] = inquiry.message.split('\n');
  const lines = [
    isUnreachable && notAcknowledgedText,
    renderInquirerText([toExcerpt(firstLine, 100)]),
    describeSuspicion(inquiry),
    due && dueLine(due, localeOptions),
    due && describeAssignee(inquiry),
  ];
  const name = nameInList(inquiry, localeOptions);
  const links = getLinks({ kind: 'inquiry', inquiryId: inquiry.id });
  return renderEntry(name, lines, inquiry.email, selectLinks(links, inquiry, due, now));
}
