import * as z from 'zod/mini';
import {
  companySizes,
  errors,
  investorLabels,
  labels,
  personas,
  textErrors,
  timelines,
} from '../content/fields.ts';
import type { LocaleOptions } from '../text/locale-options.ts';
import { createErrorMap, lineSchema, normalizeEmail, textSchema } from '../text/normalize-text.ts';

// zod would probe for `eval`, which the site's content security policy reports in the console.
z.config({ jitless: true });

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
  /** Maximum in UTF-16 code units, as strings count. */
  maxLength: number;
  schema: Schema;
}

interface ChoiceField<Value extends string, Schema> {
  kind: 'choice';
  /** Label of the form, except that of `persona`. */
  label: string;
  isOptional: false;
  /** The label of each value. */
  choices: Record<Value, string>;
  schema: Schema;
}

type LineName = Exclude<keyof typeof labels, 'message'>;

function required<Schema>(
  name: keyof typeof labels,
  maxLength: number,
  schema: Schema,
): TextField<Schema> {
  return { kind: 'text', label: labels[name], isOptional: false, maxLength, schema };
}

function requiredLine(name: LineName, maxLength: number) {
  const schema = lineSchema(maxLength, errors[name]).check(z.minLength(1, errors[name]));
  return required(name, maxLength, schema);
}

function optionalLine(name: LineName, maxLength: number) {
  const schema = z.optional(lineSchema(maxLength, errors[name]));
  const field: TextField<typeof schema> = {
    kind: 'text',
    label: labels[name],
    isOptional: true,
    maxLength,
    schema,
  };
  return field;
}

function oneOf<Value extends string>(name: LineName, choices: Record<Value, string>) {
  const schema = z.enum(Object.keys(choices) as Value[], errors[name]);
  const field: ChoiceField<Value, typeof schema> = {
    kind: 'choice',
    label: labels[name],
    isOptional: false,
    choices,
    schema,
  };
  return field;
}

const emailMaxLength = 254;
const emailSchema = lineSchema(emailMaxLength, errors.email, normalizeEmail).check(
  z.regex(emailAddress, errors.email),
  z.refine(hasShortParts, errors.email),
);

const messageMaxLength = 5000;
const messageSchema = textSchema(
  messageMaxLength,
  messageMinLength,
  errors.message(messageMinLength),
);

/**
 * The fields of an inquiry (specification, part 3), in the order of the form and its errors, and of
 * e-mails. A name is the key in JSON, the `name` in the form, and the column in snake case.
 */
export const fieldRecords = {
  firstName: requiredLine('firstName', 100),
  lastName: requiredLine('lastName', 100),
  email: required('email', emailMaxLength, emailSchema),
  company: requiredLine('company', 200),
  role: requiredLine('role', 200),
  industry: requiredLine('industry', 200),
  persona: oneOf('persona', personas),
  companySize: oneOf('companySize', companySizes),
  fundingStage: optionalLine('fundingStage', 200),
  investmentAmount: optionalLine('investmentAmount', 200),
  timeline: oneOf('timeline', timelines),
  message: required('message', messageMaxLength, messageSchema),
};

/** Personas that see the fields of funding. contact-form.css hides them from all others. */
export const fundedPersonas: readonly (keyof typeof personas)[] = ['founder', 'investor'];

/** Empties the fields that the form does not show. */
export function clearHiddenFields<Values extends { persona?: unknown }>(values: Values): Values {
  const isFunded = fundedPersonas.some((persona) => persona === values.persona);
  return isFunded ? values : { ...values, fundingStage: '', investmentAmount: '' };
}

type FieldSchemas = { [Name in keyof typeof fieldRecords]: (typeof fieldRecords)[Name]['schema'] };
const schemaEntries = Object.entries(fieldRecords).map(([name, field]) => [name, field.schema]);
const inquirySchema = z.object({
  ...(Object.fromEntries(schemaEntries) as FieldSchemas),
  honeypot: z.optional(z.literal('', errors.honeypot)),
});

type SchemaOutput = z.output<typeof inquirySchema>;

/** The values of all fields but the honeypot. An optional field is absent if it is empty. */
export type Inquiry = {
  [Name in keyof SchemaOutput as Exclude<Name, 'honeypot'>]: Exclude<SchemaOutput[Name], undefined>;
};

export type Field = keyof SchemaOutput;

export const fieldNames = Object.keys(inquirySchema.shape) as Field[];

export type ParsedInquiry = ValidInquiry | InvalidInquiry;

export interface ValidInquiry {
  ok: true;
  /** The inquiry without empty fields. */
  inquiry: Inquiry;
}

export interface InvalidInquiry {
  ok: false;
  /** The first message of each field, in the order of the form. */
  fields: Partial<Record<Field, string>>;
}

/**
 * Validates and normalizes input (specification, part 5). Input other than an object counts as empty.
 * `localeOptions`: locale of the messages. Fields of `addedLater` may be absent.
 */
export function parseInquiry(
  input: unknown,
  localeOptions: Pick<LocaleOptions, 'locale'> = {},
  addedLater: readonly Field[] = [],
): ParsedInquiry {
  const entered = typeof input === 'object' ? input : {};
  const values = clearHiddenFields({ ...entered });
  // Creating another schema doubles the time.
  const expected = addedLater.length > 0 ? withOptional(addedLater) : inquirySchema;
  const { success, data, error } = expected.safeParse(values, {
    error: createErrorMap(textErrors, localeOptions),
  });
  if (success) {
    // Only the honeypot and optional fields can be empty here.
    const filled = Object.entries(data).filter(([, value]) => value);
    return { ok: true, inquiry: Object.fromEntries(filled) as Inquiry };
  }
  const messages: Partial<Record<Field, string>> = {};
  for (const { path, message } of error.issues) messages[path[0] as Field] ??= message;
  return { ok: false, fields: messages };
}

/** Returns the schema of an inquiry that may lack some fields. */
function withOptional(names: readonly Field[]) {
  const mask = Object.fromEntries(names.map((name) => [name, true])) as Record<never, true>;
  return z.partial(inquirySchema, mask);
}

/** Pairs each filled field with its label; choices become their labels, unless they are no longer offered. */
export function labelFields(inquiry: Partial<Inquiry>): LabelledField[] {
  const replaced: Record<string, string> = inquiry.persona === 'investor' ? investorLabels : {};
  const labelled: LabelledField[] = [];
  for (const [name, field] of Object.entries(fieldRecords)) {
    const entered = inquiry[name as keyof Inquiry] ?? '';
    const choices: Record<string, string> = field.kind === 'choice' ? field.choices : {};
    const value = choices[entered] ?? entered;
    if (value) labelled.push({ label: replaced[name] ?? field.label, value });
  }
  return labelled;
}

export interface LabelledField {
  label: string;
  /** Text that is not empty. */
  value: string;
}
