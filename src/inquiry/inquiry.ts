import * as z from 'zod/mini';
import { lineOf, linesOf, normalizeEmail } from './normalize-text.ts';

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

/** Minimum length in code points: an emoji counts as one. */
export const messageMinLength = 10;

// Linear time: each repetition ends at a character that it cannot contain.
const emailAddress =
  /^[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+(?:\.[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+)*@(?:[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]*[\p{L}\p{M}\p{N}])?\.)+(?!\d+$)[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]*[\p{L}\p{M}\p{N}])$/u;

/** Checks the maximum lengths of RFC 5321, 4.5.3.1.1, and of RFC 1035, 2.3.4. */
function hasShortParts(address: string): boolean {
  const [name = '', domain = ''] = address.split('@');
  return name.length <= 64 && domain.split('.').every((label) => label.length <= 63);
}

interface TextField<Schema> {
  kind: 'text';
  label: string;
  isOptional: boolean;
  /** In UTF-16 code units, as strings count. */
  maxLength: number;
  schema: Schema;
}

interface ChoiceField<Value extends string, Schema> {
  kind: 'choice';
  /** As in the form, except that of `persona`. */
  label: string;
  isOptional: false;
  /** The label of each value. */
  choices: Record<Value, string>;
  schema: Schema;
}

function required<Schema>(label: string, maxLength: number, schema: Schema): TextField<Schema> {
  return { kind: 'text', label, isOptional: false, maxLength, schema };
}

function requiredLine(label: string, maxLength: number, message: string) {
  const schema = lineOf(maxLength, message).check(z.minLength(1, message));
  return required(label, maxLength, schema);
}

function optionalLine(label: string, maxLength: number) {
  const schema = z.optional(lineOf(maxLength, 'Please enter this as text'));
  const field: TextField<typeof schema> = {
    kind: 'text',
    label,
    isOptional: true,
    maxLength,
    schema,
  };
  return field;
}

function oneOf<Value extends string>(
  label: string,
  choices: Record<Value, string>,
  message: string,
) {
  const schema = z.enum(Object.keys(choices) as Value[], message);
  const field: ChoiceField<Value, typeof schema> = {
    kind: 'choice',
    label,
    isOptional: false,
    choices,
    schema,
  };
  return field;
}

const emailMaxLength = 254;
const invalidEmail = 'Please enter a valid email address';
const email = lineOf(emailMaxLength, invalidEmail, normalizeEmail).check(
  z.regex(emailAddress, invalidEmail),
  z.refine(hasShortParts, invalidEmail),
);

const messageMaxLength = 5000;
const tooShort = `Please provide more details (at least ${messageMinLength} characters)`;
const message = linesOf(messageMaxLength, messageMinLength, tooShort);

/**
 * The fields of an inquiry (specification, part 3), in the order of the form and its errors, and of
 * e-mails. A name is the key in JSON, the `name` in the form, and the column in snake case.
 */
export const fields = {
  firstName: requiredLine('First Name', 100, 'First name is required'),
  lastName: requiredLine('Last Name', 100, 'Last name is required'),
  email: required('Email', emailMaxLength, email),
  company: requiredLine('Company', 200, 'Company is required'),
  role: requiredLine('Role', 200, 'Role is required'),
  industry: requiredLine('Industry', 200, 'Industry is required'),
  persona: oneOf('Writes As', personas, 'Please choose what describes you best'),
  companySize: oneOf('Company Size', companySizes, 'Please choose a company size'),
  fundingStage: optionalLine('Funding Stage', 200),
  investmentAmount: optionalLine('Funding Amount', 200),
  timeline: oneOf('Timeline', timelines, 'Please choose a timeline'),
  message: required('Message', messageMaxLength, message),
};

export const investorLabels = {
  fundingStage: 'Investment Focus',
  investmentAmount: 'Investment Range',
};

/** Empties the fields that the form shows to founders and investors only. */
export const clearHiddenFields = <Values extends { persona?: unknown }>(values: Values): Values =>
  values.persona === 'founder' || values.persona === 'investor'
    ? values
    : { ...values, fundingStage: '', investmentAmount: '' };

const schema = z.object({
  firstName: fields.firstName.schema,
  lastName: fields.lastName.schema,
  email: fields.email.schema,
  company: fields.company.schema,
  role: fields.role.schema,
  industry: fields.industry.schema,
  persona: fields.persona.schema,
  companySize: fields.companySize.schema,
  fundingStage: fields.fundingStage.schema,
  investmentAmount: fields.investmentAmount.schema,
  timeline: fields.timeline.schema,
  message: fields.message.schema,
  honeypot: z.optional(z.literal('', 'Bot detected')),
} satisfies Record<keyof typeof fields | 'honeypot', z.ZodMiniType>);

type SchemaOutput = z.output<typeof schema>;

/** The values of all fields but the honeypot. An optional field is absent if it is empty. */
export type Inquiry = {
  [Name in keyof SchemaOutput as Exclude<Name, 'honeypot'>]: Exclude<SchemaOutput[Name], undefined>;
};

export type Field = keyof SchemaOutput;

export const fieldNames = Object.keys(schema.shape) as Field[];

export type ParsedInquiry = ValidInquiry | InvalidInquiry;

export interface ValidInquiry {
  ok: true;
  /** Without empty fields. */
  inquiry: Inquiry;
}

export interface InvalidInquiry {
  ok: false;
  /** The first message of each field, in the order of the form. */
  fields: Partial<Record<Field, string>>;
}

/**
 * Validates and normalizes input (specification, part 5). Input other than an object counts as empty.
 * Fields of `addedLater` may be absent.
 */
export function parseInquiry(input: unknown, addedLater: readonly Field[] = []): ParsedInquiry {
  const entered = typeof input === 'object' ? input : {};
  const values = clearHiddenFields({ ...entered });
  const mask = Object.fromEntries(addedLater.map((name) => [name, true])) as Record<never, true>;
  const { success, data, error } = z.partial(schema, mask).safeParse(values);
  if (success) {
    // Only the honeypot and optional fields can be empty here.
    const filled = Object.entries(data).filter(([, value]) => value);
    return { ok: true, inquiry: Object.fromEntries(filled) as Inquiry };
  }
  const messages: Partial<Record<Field, string>> = {};
  for (const { path, message } of error.issues) messages[path[0] as Field] ??= message;
  return { ok: false, fields: messages };
}

/** Pairs each filled field with its label; choices become their labels, unless they are no longer offered. */
export function labelFields(inquiry: Partial<Inquiry>): LabelledField[] {
  const labels: Record<string, string> = inquiry.persona === 'investor' ? investorLabels : {};
  const labelled: LabelledField[] = [];
  for (const [name, field] of Object.entries(fields)) {
    const entered = inquiry[name as keyof Inquiry] ?? '';
    const choices: Record<string, string> = field.kind === 'choice' ? field.choices : {};
    const value = choices[entered] ?? entered;
    if (value) labelled.push({ label: labels[name] ?? field.label, value });
  }
  return labelled;
}

export interface LabelledField {
  label: string;
  /** Not empty. */
  value: string;
}
