import { createTextRepresentation, type Representation } from './negotiate.ts';

export const securityTxtPath = '/.well-known/security.txt';

export interface SecurityTxtOptions {
  /** Address for vulnerability reports. */
  email: string;
  publicUrl: string | undefined;
  /** Milliseconds since the epoch. */
  builtAt: number;
}

/** Less than a year, as RFC 9116 recommends; the file of an abandoned site expires. */
const validMs = 360 * 24 * 60 * 60 * 1000;

/** Creates security.txt: the contact for vulnerability reports (RFC 9116). */
export function createSecurityTxt({
  email,
  publicUrl,
  builtAt,
}: SecurityTxtOptions): Representation {
  const lines = [
    `Contact: mailto:${email}`,
    `Expires: ${new Date(builtAt + validMs).toISOString()}`,
    'Preferred-Languages: en',
    ...(publicUrl ? [`Canonical: ${publicUrl}${securityTxtPath}`] : []),
  ];
  return createTextRepresentation(`${lines.join('\n')}\n`, {
    'content-type': 'text/plain; charset=utf-8',
    'cache-control': 'public, no-cache',
  });
}
