import * as z from 'zod/mini';
import { fitForLines, fitForOneLine, longest, tidy, tidyLines } from './normalize-text.ts';

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

/** What a visitor sends us, checked and tidied: specification, part 3. */
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

/** Longest texts in UTF-16 code units, a text's `length` in the browser. */
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

/** Of a message as it was typed: what `maxLengths.message` is compared with. */
export const messageLength = (text: string): number => tidyLines(text).length;

/** In code points, so that an emoji is not two. */
const messageMinLength = 10;

/** Whether this persona is asked for `fundingStage` and `investmentAmount`. */
export function hasFundingDetails(persona: unknown): persona is 'founder' | 'investor' {
  return persona === 'founder' || persona === 'investor';
}

// Each repetition is ended by a character that it cannot contain, so matching takes linear time.
const emailAddress =
  /^[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+(?:\.[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+)*@(?:[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]*[\p{L}\p{M}\p{N}])?\.)+(?!\d+$)[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]*[\p{L}\p{M}\p{N}])$/u;

const oneLine = (field: Exclude<keyof typeof maxLengths, 'message'>, notText: string) =>
  z.string(notText).check(z.overwrite(tidy), longest(maxLengths[field]), fitForOneLine);

const required = (field: Parameters<typeof oneLine>[0], message: string) =>
  oneLine(field, message).check(z.minLength(1, message));

const optional = (field: Parameters<typeof oneLine>[0]) =>
  z.optional(oneLine(field, 'Please enter this as text'));

const oneOf = <Value extends string>(choices: Record<Value, string>, message: string) =>
  z.enum(Object.keys(choices) as Value[], message);

const invalidEmail = 'Please enter a valid email address';
const tooShort = `Please provide more details (at least ${messageMinLength} characters)`;

// In the order of the form, which is the order of the errors.
const founderOrInvestor = z.object({
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
      z.overwrite(tidyLines),
      z.minLength(messageMinLength, tooShort),
      longest(maxLengths.message),
      fitForLines,
    ),
  honeypot: z.optional(z.literal('', 'Bot detected')),
});

const anyoneElse = z.omit(founderOrInvestor, { fundingStage: true, investmentAmount: true });

/** A field's name: its key in JSON, its `name` in the form, in the order of the form. */
export type Field = keyof typeof founderOrInvestor.shape;

export const fieldNames = Object.keys(founderOrInvestor.shape) as Field[];

export type ParsedInquiry =
  { ok: true; inquiry: Inquiry } | { ok: false; fields: Partial<Record<Field, string>> };

/**
 * Checks and tidies what was sent, by the rules of the specification's part 5. `fields` holds the
 * first message of each field, in the order of the form. Anything but an object has no fields.
 */
export function parseInquiry(input: unknown): ParsedInquiry {
  const sent: Record<string, unknown> = typeof input === 'object' && input ? { ...input } : {};
  const schema = hasFundingDetails(sent['persona']) ? founderOrInvestor : anyoneElse;
  const { success, data, error } = schema.safeParse(sent);
  // Only the honeypot and what the visitor may leave out can be empty here.
  if (success) return { ok: true, inquiry: withoutEmpty(data) as Inquiry };

  const fields: Partial<Record<Field, string>> = {};
  for (const issue of error.issues) fields[issue.path[0] as Field] ??= issue.message;
  return { ok: false, fields };
}

const withoutEmpty = (values: object) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value));
