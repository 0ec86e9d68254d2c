import * as z from 'zod/mini';
import {
  multilineText,
  singleLineText,
  maxLength,
  normalizeLine,
  normalizeLines,
} from '../inquiry/normalize-text.ts';
import { maxUpdateLengths } from '../store/inquiries/update-status.ts';

/** Optional fields of the confirmation form. */
export interface ConfirmationInput {
  by?: string;
  note?: string;
}

export type ParsedConfirmation =
  | { ok: true; input: ConfirmationInput }
  | { ok: false; errors: Partial<Record<keyof ConfirmationInput, string>> };

const linkSource = 'link in an e-mail';

/** Names the link as the source: anybody who has the link can enter any name. */
export const toChangedBy = (by: string | undefined): string =>
  by ? `${by} (${linkSource})` : linkSource;

const maxNameLength = maxUpdateLengths.by - toChangedBy(' ').length + 1;

const schema = z.object({
  by: z.string().check(z.overwrite(normalizeLine), maxLength(maxNameLength), singleLineText),
  note: z
    .string()
    .check(z.overwrite(normalizeLines), maxLength(maxUpdateLengths.note), multilineText),
});

/** Validates and normalizes the fields; empty ones are omitted. */
export function parseConfirmation(
  fields: Record<keyof ConfirmationInput, string>,
  isNameRequired = false,
): ParsedConfirmation {
  const { success, data, error } = schema.safeParse(fields);
  if (success && isNameRequired && !data.by) {
    return { ok: false, errors: { by: 'Please enter your name' } };
  }
  if (success) {
    const { by, note } = data;
    return { ok: true, input: { ...(by && { by }), ...(note && { note }) } };
  }
  const errors: Partial<Record<keyof ConfirmationInput, string>> = {};
  for (const issue of error.issues)
    errors[issue.path[0] as keyof ConfirmationInput] ??= issue.message;
  return { ok: false, errors };
}
