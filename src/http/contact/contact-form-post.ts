import type { Context } from 'hono';
import type { FormErrors, FormValues } from '../../inquiry/form-errors.ts';
import { type Field, fieldNames, fieldRecords } from '../../inquiry/inquiry.ts';
import { cutText } from '../../text/excerpt.ts';
import type { EpochMs } from '../../text/format-time.ts';
import { maxRawRatio } from '../../text/normalize-text.ts';
import { negotiateResponse, plainTextResponse } from '../negotiate.ts';
import type { SiteHandler } from '../pages/site-build.ts';
import type { PostError } from '../post-errors.ts';
import { parseForm, readPost, type ReadResult } from '../request/read-post.ts';
import type { HandlePost } from './handle-post.ts';
import { createReceiptAddress } from './receipt-address.ts';

interface FormOptions {
  /** The site's origin, such as https://www.example.com. */
  publicUrl: string | undefined;
  clock: () => EpochMs;
}

/** Creates the handler of `POST /contact`, the form without script. It responds with pages. */
export function createFormHandler(
  handlePost: HandlePost,
  getPages: SiteHandler['getPages'],
  { publicUrl, clock }: FormOptions,
) {
  return async (context: Context): Promise<Response> => {
    const result = await handlePost(context, readForm(context, publicUrl));
    if (result.outcome === 'stored') {
      const location = createReceiptAddress(result.receipt.receivedAt, clock());
      return new Response(null, { status: 303, headers: { location } });
    }
    const { error, values } = result;
    if (error.audience === 'program') {
      return plainTextResponse(error.status, error.error, error.headers);
    }
    const page = await renderRejection(error, values);
    const headers = { ...page.headers, ...error.headers };
    return negotiateResponse(context.req.raw, { ...page, headers });
  };

  /** Renders the form with its errors and, if they were read, its values. */
  async function renderRejection(error: PostError, values: FormValues | undefined) {
    const pages = await getPages();
    const { status, fields: invalidFields, form = 'failed', retryAfterSeconds = 0 } = error;
    if (!values) return pages.renderUnreadForm(form, retryAfterSeconds, status);
    // Errors by field, or the reason for which the whole form is rejected.
    const errors: FormErrors = invalidFields ?? { form };
    const returned = limitValues(values, errors);
    const cut = fieldNames.filter((name) => errors[name] && isTooLong(name, values[name]));
    return pages.renderContactForm({ values: returned, errors, cut }, status);
  }
}

function readForm(context: Context, publicUrl: string | undefined): ReadResult<FormValues> {
  const body = readPost(context, 'application/x-www-form-urlencoded', publicUrl);
  if (!body.ok) return body;
  const params = parseForm(body.value);
  const values: FormValues = {};
  for (const name of fieldNames) {
    // The first value of a repeated field.
    const value = params.get(name);
    if (value !== undefined) values[name] = value;
  }
  return { ok: true, value: values };
}

/**
 * Cuts each invalid value at the maximum length of its field, which bounds the page. Removes
 * choices that are not offered. Empties the honeypot, so that a person whose browser filled it in
 * can send the form again.
 */
function limitValues(values: FormValues, errors: FormErrors): FormValues {
  const limited: FormValues = {};
  for (const name of fieldNames) {
    const value = values[name];
    if (value !== undefined) limited[name] = limitValue(name, value, !errors[name]);
  }
  return limited;
}

function limitValue(name: Field, value: string, isValid: boolean): string {
  if (name === 'honeypot') return '';
  const field = fieldRecords[name];
  if (field.kind === 'choice') return Object.hasOwn(field.choices, value) ? value : '';
  // Normalization shortens a valid value to the maximum, such as a message with the line breaks of
  // a browser.
  const maxLength = isValid ? field.maxLength * maxRawRatio : field.maxLength;
  return cutText(value, maxLength);
}

function isTooLong(name: Field, value = ''): boolean {
  if (name === 'honeypot') return false;
  const field = fieldRecords[name];
  return field.kind === 'text' && value.length > field.maxLength;
}
