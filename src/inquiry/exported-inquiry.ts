import * as z from 'zod/mini';
import { maxChangeLengths } from './history.ts';
import { fieldRecords, messageMinLength, parseInquiry } from './inquiry.ts';
import { statuses } from './status.ts';
import { addedFields, type InquiryWithHistory } from './stored-inquiry.ts';

const time = z.iso.datetime({
  precision: 3,
  error: 'expected a time such as 2026-11-21T12:00:00.000Z',
});

/**
 * Refuses U+0000, which PostgreSQL refuses too and at which SQLite ends a length. Also refuses lone
 * surrogates, because both databases store text as UTF-8.
 */
const storable = z.refine<string>(
  (value) => !/[\0\p{Cs}]/u.test(value),
  'has U+0000 or half of a surrogate pair, which no database stores',
);

/** Validates text as it is stored, without normalizing it. Lengths are in code points. */
function storedText(minLength: number, maxLength: number) {
  const range = minLength === 0 ? 'up to' : `${minLength} to`;
  const error = `expected ${range} ${maxLength} characters`;
  const hasMin = z.minLength(minLength, error);
  const hasMax = z.maxLength(maxLength, error);
  return z.optional(z.string(error).check(hasMin, hasMax, storable));
}

const state = {
  status: z.enum(statuses, `expected one of ${statuses.join(', ')}`),
  qualified: z.optional(z.boolean('expected true or false')),
};

const exportedSchema = z.object({
  id: z
    .string({ error: ({ input }) => (input === undefined ? 'is missing' : 'expected a UUID') })
    .check(z.regex(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/, 'expected a UUID')),
  receivedAt: time,
  ...state,
  assignee: storedText(1, maxChangeLengths.by),
  assignedAt: z.optional(time),
  suspectedSpam: storedText(1, 100),
  history: z._default(
    z.array(
      z.object(
        {
          at: time,
          ...state,
          by: storedText(1, maxChangeLengths.by),
          note: storedText(1, maxChangeLengths.note),
          // Empty if unassigned.
          assignee: storedText(0, maxChangeLengths.by),
        },
        'expected an object',
      ),
      'expected an array',
    ),
    [],
  ),
});

/** `error`: the place of the first error and its message, such as "receivedAt: expected a time". */
export type ParsedExport = { ok: true; inquiry: InquiryWithHistory } | { ok: false; error: string };

/**
 * Validates an exported inquiry by the rules for submitted ones. Fields that were added since may
 * be missing.
 */
export function parseExported(exported: unknown): ParsedExport {
  const { success, data, error } = exportedSchema.safeParse(exported);
  if (!success) {
    const [issue] = error.issues;
    const place = issue?.path.join('.') || 'inquiry';
    return { ok: false, error: `${place}: ${issue?.message}` };
  }
  const parsed = parseInquiry(exported, {}, addedFields);
  if (!parsed.ok) {
    const [[name, message] = ['', '']] = Object.entries(parsed.fields);
    const { [name]: value } = exported as Record<string, unknown>;
    return { ok: false, error: `${name}: ${describeFormerValue(name, value) ?? message}` };
  }
  return { ok: true, inquiry: { ...data, ...parsed.inquiry } as InquiryWithHistory };
}

/**
 * Describes a value that the form refuses, but may have accepted before the firm changed the
 * choices or the length of the field. Undefined if the form never accepted it.
 */
function describeFormerValue(name: string, value: unknown): string | undefined {
  if (!(name in fieldRecords) || typeof value !== 'string') return undefined;
  const field = fieldRecords[name as keyof typeof fieldRecords];
  return field.kind === 'choice'
    ? describeUnknownChoice(Object.keys(field.choices), value)
    : describeLength(name, field.maxLength, value);
}

function describeUnknownChoice(choices: string[], value: string): string {
  const listed = choices.join(', ');
  return `${JSON.stringify(value)} is not one of ${listed}. Write one of them, or add it to the choices in src/content/fields.ts and build the site`;
}

function describeLength(name: string, maxLength: number, { length }: string): string | undefined {
  const minLength = name === 'message' ? messageMinLength : 1;
  if (length >= minLength && length <= maxLength) return undefined;
  return `has ${length} characters, and the form wants ${minLength} to ${maxLength}. To import it as it is, allow this length in src/inquiry/inquiry.ts until after the import`;
}
