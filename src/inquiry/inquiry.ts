import * as z from 'zod/mini';
import {
  multilineText,
  singleLineText,
  maxLength,
  normalizeEmail,
  normalizeLine,
  normalizeLines,
} from './normalize-text.ts';

// zod would probe for `eval`, which the site's content security policy reports in the console.
z.config({ jitless: true });

export const personas = {
  founder: 'Founder / Entrepreneur',
  investor: 'Investor / Capital Allocator',
  operator: 'Operator / Executive',
  advisor: 'Advisor / Consultant',
  other: 'Other',
} as const;

export const companySizes = {
  '1-10': '1-10',
  '11-50': '11-50',
  '51-200': '51-200',
  '201-1000': '201-1000',
  '1000+': '1000+',
} as const;

export const timelines = {
  immediate: 'Immediate (within 2 weeks)',
  '1-3months': '1-3 months',
  '3-6months': '3-6 months',
  '6-12months': '6-12 months',
  exploratory: 'Just exploring',
} as const;

export type Persona = keyof typeof personas;

/** In code points: an emoji counts as one. */
export const messageMinLength = 10;

// Linear time: each repetition ends at a character that it cannot contain.
const emailAddress =
  /^[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+(?:\.[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+)*@(?:[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]*[\p{L}\p{M}\p{N}])?\.)+(?!\d+$)[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]*[\p{L}\p{M}\p{N}])$/u;

interface TextField<Schema> {
  /** As in the form, except that of `persona`. */
  label: string;
  /** In UTF-16 code units, as `length` counts. */
  maxLength: number;
  isOptional?: boolean;
  schema: Schema;
}

const text = <Schema>(
  label: string,
  maxLength: number,
  createSchema: (maxLength: number) => Schema,
): TextField<Schema> => ({ label, maxLength, schema: createSchema(maxLength) });

const oneLine = (length: number, typeError: string, normalize = normalizeLine) =>
  z.string(typeError).check(z.overwrite(normalize), maxLength(length), singleLineText);

const required = (label: string, maxLength: number, message: string) =>
  text(label, maxLength, (length) => oneLine(length, message).check(z.minLength(1, message)));

const optional = (label: string, maxLength: number) => ({
  ...text(label, maxLength, (length) => z.optional(oneLine(length, 'Please enter this as text'))),
  isOptional: true,
});

const oneOf = <Value extends string>(
  label: string,
  choices: Record<Value, string>,
  message: string,
) => ({ label, choices, schema: z.enum(Object.keys(choices) as Value[], message) });

const invalidEmail = 'Please enter a valid email address';
const tooShort = `Please provide more details (at least ${messageMinLength} characters)`;

/**
 * The fields of an inquiry (specification, part 3), in the order of the form and its errors, and of
 * e-mails. A name is the key in JSON, the `name` in the form, and the column in snake case.
 */
export const fields = {
  firstName: required('First Name', 100, 'First name is required'),
  lastName: required('Last Name', 100, 'Last name is required'),
  email: text('Email', 254, (length) =>
    oneLine(length, invalidEmail, normalizeEmail).check(z.regex(emailAddress, invalidEmail)),
  ),
  company: required('Company', 200, 'Company is required'),
  role: required('Role', 200, 'Role is required'),
  industry: required('Industry', 200, 'Industry is required'),
  persona: oneOf('Persona', personas, 'Please choose what describes you best'),
  companySize: oneOf('Company Size', companySizes, 'Please choose a company size'),
  fundingStage: optional('Funding Stage', 200),
  investmentAmount: optional('Funding Amount', 200),
  timeline: oneOf('Timeline', timelines, 'Please choose a timeline'),
  message: text('Message', 5000, (length) =>
    z
      .string(tooShort)
      .check(
        z.overwrite(normalizeLines),
        z.minLength(messageMinLength, tooShort),
        maxLength(length),
        multilineText,
      ),
  ),
};

/** Labels for investors. */
export const investorLabels = {
  fundingStage: 'Investment Focus',
  investmentAmount: 'Investment Range',
};

/** Tells if the form shows `fundingStage` and `investmentAmount` for this persona. */
export function hasFundingDetails(persona: unknown): persona is 'founder' | 'investor' {
  return persona === 'founder' || persona === 'investor';
}

type Fields = typeof fields;

const schemas = Object.fromEntries(
  Object.entries(fields).map(([name, { schema }]) => [name, schema]),
) as { [Name in keyof Fields]: Fields[Name]['schema'] };

const schemaWithFunding = z.object({
  ...schemas,
  honeypot: z.optional(z.literal('', 'Bot detected')),
});

const schemaWithoutFunding = z.omit(schemaWithFunding, {
  fundingStage: true,
  investmentAmount: true,
});

type Values = z.output<typeof schemaWithFunding>;

/** A validated and normalized inquiry. */
export type Inquiry = {
  [Name in keyof Values as Exclude<Name, 'honeypot'>]: Exclude<Values[Name], undefined>;
};

export type Field = keyof Values;

export const fieldNames = Object.keys(schemaWithFunding.shape) as Field[];

export type ParsedInquiry =
  { ok: true; inquiry: Inquiry } | { ok: false; fields: Partial<Record<Field, string>> };

/**
 * Validates and normalizes input (specification, part 5). `fields` holds the first message of each
 * field, in the order of the form. Input other than an object counts as empty. Fields of `addedLater`
 * may be absent.
 */
export function parseInquiry(input: unknown, addedLater: readonly Field[] = []): ParsedInquiry {
  const values: Record<string, unknown> = typeof input === 'object' && input ? { ...input } : {};
  const schema = hasFundingDetails(values['persona']) ? schemaWithFunding : schemaWithoutFunding;
  const absent = addedLater.filter((name) => name in schema.shape && values[name] === undefined);
  const mask = Object.fromEntries(absent.map((name) => [name, true])) as Record<never, true>;
  const { success, data, error } = z.omit(schema, mask).safeParse(values);
  // Only the honeypot and optional fields can be empty here.
  if (success) return { ok: true, inquiry: omitEmpty(data) as Inquiry };

  const fields: Partial<Record<Field, string>> = {};
  for (const issue of error.issues) fields[issue.path[0] as Field] ??= issue.message;
  return { ok: false, fields };
}

const omitEmpty = (values: object) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value));

/** Pairs each filled field with its label; choices become their labels, unless they are no longer offered. */
export const labelFields = (inquiry: Partial<Inquiry>): { label: string; value: string }[] =>
  Object.entries(fields).flatMap(([name, field]) => {
    const text = inquiry[name as keyof Inquiry] ?? '';
    const choices: Record<string, string> = 'choices' in field ? field.choices : {};
    const value = choices[text] ?? text;
    const labels: Record<string, string> = inquiry.persona === 'investor' ? investorLabels : {};
    return value ? [{ label: labels[name] ?? field.label, value }] : [];
  });
