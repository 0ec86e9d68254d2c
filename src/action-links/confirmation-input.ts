import * as z from 'zod/mini';
import { fitForLines, fitForOneLine, longest, tidy, tidyLines } from '../inquiry/normalize-text.ts';
import { maxMarkLengths } from '../store/inquiries/update-status.ts';

/** What somebody who confirms a link may add. */
export interface Remarks {
  by?: string;
  note?: string;
}

export type ParsedRemarks =
  { ok: true; remarks: Remarks } | { ok: false; errors: Partial<Record<keyof Remarks, string>> };

const source = 'link in an e-mail';

/** Whoever has the link can write any name, so the history says where the change came from. */
export const toChangedBy = (by: string | undefined): string => (by ? `${by} (${source})` : source);

const maxNameLength = maxMarkLengths.by - toChangedBy(' ').length + 1;

const schema = z.object({
  by: z.string().check(z.overwrite(tidy), longest(maxNameLength), fitForOneLine),
  note: z.string().check(z.overwrite(tidyLines), longest(maxMarkLengths.note), fitForLines),
});

/** Checks and tidies what was typed; what is empty was not. */
export function parseRemarks(typed: Record<keyof Remarks, string>): ParsedRemarks {
  const { success, data, error } = schema.safeParse(typed);
  if (success) {
    const { by, note } = data;
    return { ok: true, remarks: { ...(by && { by }), ...(note && { note }) } };
  }
  const errors: Partial<Record<keyof Remarks, string>> = {};
  for (const issue of error.issues) errors[issue.path[0] as keyof Remarks] ??= issue.message;
  return { ok: false, errors };
}
