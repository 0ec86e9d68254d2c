import * as z from 'zod/mini';
import { fitForLines, fitForOneLine, longest, tidy, tidyLines } from '../inquiry/normalize-text.ts';
import { maxMarkLengths } from '../store/inquiries/update-status.ts';

/** Optional fields of the confirmation form. */
export interface Remarks {
  by?: string;
  note?: string;
}

export type ParsedConfirmation =
  { ok: true; remarks: Remarks } | { ok: false; errors: Partial<Record<keyof Remarks, string>> };

const linkSource = 'link in an e-mail';

/** Names the link as the source: anybody who has the link can enter any name. */
export const toChangedBy = (by: string | undefined): string =>
  by ? `${by} (${linkSource})` : linkSource;

const maxNameLength = maxMarkLengths.by - toChangedBy(' ').length + 1;

const schema = z.object({
  by: z.string().check(z.overwrite(tidy), longest(maxNameLength), fitForOneLine),
  note: z.string().check(z.overwrite(tidyLines), longest(maxMarkLengths.note), fitForLines),
});

/** Validates and normalizes the fields; empty ones are omitted. */
export function parseRemarks(fields: Record<keyof Remarks, string>): ParsedConfirmation {
  const { success, data, error } = schema.safeParse(fields);
  if (success) {
    const { by, note } = data;
    return { ok: true, remarks: { ...(by && { by }), ...(note && { note }) } };
  }
  const errors: Partial<Record<keyof Remarks, string>> = {};
  for (const issue of error.issues) errors[issue.path[0] as keyof Remarks] ??= issue.message;
  return { ok: false, errors };
}
