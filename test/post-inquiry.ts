import type { Inquiry } from '../src/inquiry/inquiry.ts';
import { sampleInquiry } from './sample-inquiry.ts';

/** Sends an inquiry to the API of the server at `url`: the sample with these changes. */
export const postInquiry = (
  url: string,
  changes: Partial<Inquiry> = {},
  headers: Record<string, string> = {},
): Promise<Response> =>
  fetch(`${url}/api/contact-form`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ ...sampleInquiry, ...changes }),
  });
