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

// Without `jitless`, zod probes for `eval`, which the content security policy reports in the
// console.
z.config({ jitless: true });

/** Minimum length in code points: an emoji counts as one. */
export const messageMinLength = 10;

// Matches in linear time: each repetition ends at a character that it cannot contain.
const emailAddress =
  /^[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+(?:\.[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+)*@(?:[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]*[\p{L}\p{M}\p{N}])?\.)+(?!\d+$)[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]*[\p{L}\p{M}\p{N}])$/u;

/** Checks the maximum lengths of RFC 5321, 4.5.3.1.1, and RFC 1035, 2.3.4. */
function hasShortParts(address: string): boolean {
  const [name = '', domain = ''] = address.split('@');
  return name.length <= 64 && domain.split('.').every((label) => label.length <= 63);
}

interface TextField<Schema> {
  kind: 'text';
  label: string;
  isOptional: boolean;
  /** Maximum length in UTF-16 code units, like the length of a string. */
  maxLength: number;
  schema: Schema;
}

interface ChoiceField<Value extends string, Schema> {
  kind: 'choice';
  /** Label in the form, except for `persona`. */
  label: string;
  isOptional: false;
  /** Label by value. */
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
 * The fields of an inquiry (specification, part 3), in the order of the form, its errors and
 * e-mails. The name of a field is its key in JSON and its `name` in the form. In snake case, it is
 * the column.
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

/** Personas to which the form shows the funding fields. contact-form.css hides them from others. */
export const fundedPersonas: readonly (keyof typeof personas)[] = ['founder', 'investor'];

/** Tells if a persona has the labels of investors. Takes any text: a firm may lack this choice. */
export const isInvestor = (persona: string | undefined): boolean => persona === 'investor';

/** Empties the fields that the form hides. */
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

/** Values of all fields except the honeypot. Empty optional fields are absent. */
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
  /** First message of each invalid field, in the order of the form. */
  fields: Partial<Record<Field, string>>;
}

/**
 * Validates and normalizes input (specification, part 5). Anything but an object counts as empty.
 * `localeOptions`: locale of the messages. `addedLater`: fields that may be absent.
 */
export function parseInquiry(
  input: unknown,
  localeOptions: Pick<LocaleOptions, 'locale'> = {},
  addedLater: readonly Field[] = [],
): ParsedInquiry {
  const entered = typeof input === 'object' ? input : {};
  const values = clearHiddenFields({ ...entered });
  // Use the existing schema: creating another one doubles the time.
  const expected = addedLater.length > 0 ? withOptional(addedLater) : inquirySchema;
  const { success, data, error } = expected.safeParse(values, {
    error: createErrorMap(textErrors, localeOptions),
  });
  if (success) {
    // Drop empty values, which only the honeypot and optional fields can have.
    const filled = Object.entries(data).filter(([, value]) => value);
    return { ok: true, inquiry: Object.fromEntries(filled) as Inquiry };
  }
  const messages: Partial<Record<Field, string>> = {};
  for (const { path, message } of error.issues) messages[path[0] as Field] ??= message;
  return { ok: false, fields: messages };
}

/** Returns the schema of an inquiry that may lack the fields with these names. */
function withOptional(names: readonly Field[]) {
  const mask = Object.fromEntries(names.map((name) => [name, true])) as Record<never, true>;
  return z.partial(inquirySchema, mask);
}

/**
 * Pairs each filled field with its label. Choices are replaced by their labels, if they are still
 * offered.
 */
export function labelFields(inquiry: Partial<Inquiry>): LabelledField[] {
  const replaced: Record<string, string> = isInvestor(inquiry.persona) ? investorLabels : {};
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
  /** Never empty. */
  value: string;
}
