import * as z from 'zod/mini';
import {
  multilineText,
  singleLineText,
  maxLength,
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
export type CompanySize = keyof typeof companySizes;
export type Timeline = keyof typeof timelines;

/** A validated and normalized inquiry (specification, part 3). */
export interface Inquiry {
  firstName: string;
  lastName: string;
  email: string;
  company: string;
  role: string;
  persona: Persona;
  companySize: CompanySize;
  industry: string;
  fundingStage?: string;
  investmentAmount?: string;
  timeline: Timeline;
  message: string;
}

/** Maximum lengths in UTF-16 code units, as `length` counts. */
export const maxLengths = {
  firstName: 100,
  lastName: 100,
  email: 254,
  company: 200,
  role: 200,
  industry: 200,
  fundingStage: 200,
  investmentAmount: 200,
  message: 5000,
} as const;

/** Length of the normalized message, to compare with `maxLengths.message`. */
export const getMessageLength = (text: string): number => normalizeLines(text).length;

/** In code points: an emoji counts as one. */
const messageMinLength = 10;

/** Tells if the form shows `fundingStage` and `investmentAmount` for this persona. */
export function hasFundingDetails(persona: unknown): persona is 'founder' | 'investor' {
  return persona === 'founder' || persona === 'investor';
}

// Linear time: each repetition ends at a character that it cannot contain.
const emailAddress =
  /^[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+(?:\.[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+)*@(?:[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]*[\p{L}\p{M}\p{N}])?\.)+(?!\d+$)[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]*[\p{L}\p{M}\p{N}])$/u;

const oneLine = (field: Exclude<keyof typeof maxLengths, 'message'>, typeError: string) =>
  z
    .string(typeError)
    .check(z.overwrite(normalizeLine), maxLength(maxLengths[field]), singleLineText);

const required = (field: Parameters<typeof oneLine>[0], message: string) =>
  oneLine(field, message).check(z.minLength(1, message));

const optional = (field: Parameters<typeof oneLine>[0]) =>
  z.optional(oneLine(field, 'Please enter this as text'));

const oneOf = <Value extends string>(choices: Record<Value, string>, message: string) =>
  z.enum(Object.keys(choices) as Value[], message);

const invalidEmail = 'Please enter a valid email address';
const tooShort = `Please provide more details (at least ${messageMinLength} characters)`;

// Errors follow the order of the form.
const schemaWithFunding = z.object({
  firstName: required('firstName', 'First name is required'),
  lastName: required('lastName', 'Last name is required'),
  email: required('email', invalidEmail).check(z.regex(emailAddress, invalidEmail)),
  company: required('company', 'Company is required'),
  role: required('role', 'Role is required'),
  industry: required('industry', 'Industry is required'),
  persona: oneOf(personas, 'Please choose what describes you'),
  companySize: oneOf(companySizes, 'Please choose a company size'),
  fundingStage: optional('fundingStage'),
  investmentAmount: optional('investmentAmount'),
  timeline: oneOf(timelines, 'Please choose a timeline'),
  message: z
    .string(tooShort)
    .check(
      z.overwrite(normalizeLines),
      z.minLength(messageMinLength, tooShort),
      maxLength(maxLengths.message),
      multilineText,
    ),
  honeypot: z.optional(z.literal('', 'Bot detected')),
});

const schemaWithoutFunding = z.omit(schemaWithFunding, {
  fundingStage: true,
  investmentAmount: true,
});

/** Key in JSON and `name` in the form, in the order of the form. */
export type Field = keyof typeof schemaWithFunding.shape;

export const fieldNames = Object.keys(schemaWithFunding.shape) as Field[];

export type ParsedInquiry =
  { ok: true; inquiry: Inquiry } | { ok: false; fields: Partial<Record<Field, string>> };

/**
 * Validates and normalizes input (specification, part 5). `fields` holds the first message of each
 * field, in the order of the form. Input other than an object counts as empty.
 */
export function parseInquiry(input: unknown): ParsedInquiry {
  const values: Record<string, unknown> = typeof input === 'object' && input ? { ...input } : {};
  const schema = hasFundingDetails(values['persona']) ? schemaWithFunding : schemaWithoutFunding;
  const { success, data, error } = schema.safeParse(values);
  // Only the honeypot and optional fields can be empty here.
  if (success) return { ok: true, inquiry: omitEmpty(data) as Inquiry };

  const fields: Partial<Record<Field, string>> = {};
  for (const issue of error.issues) fields[issue.path[0] as Field] ??= issue.message;
  return { ok: false, fields };
}

const omitEmpty = (values: object) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value));
