import { type Representation, textRepresentation } from './negotiate.ts';

export const securityTxtPath = '/.well-known/security.txt';

export interface SecurityTxtOptions {
  /** Who takes reports. */
  email: string;
  publicUrl: string | undefined;
  /** Milliseconds since the epoch. */
  builtAt: number;
}

/** RFC 9116 wants less than a year: a site that nobody builds any more says so by its expiry. */
const validMs = 360 * 24 * 60 * 60 * 1000;

/** Whom to tell about a weakness of this site (RFC 9116). */
export function securityTxt({ email, publicUrl, builtAt }: SecurityTxtOptions): Representation {
  const lines = [
    `Contact: mailto:${email}`,
    `Expires: ${new Date(builtAt + validMs).toISOString()}`,
    'Preferred-Languages: en',
    ...(publicUrl ? [`Canonical: ${publicUrl}${securityTxtPath}`] : []),
  ];
  return textRepresentation(`${lines.join('\n')}\n`, {
    'content-type': 'text/plain; charset=utf-8',
    'cache-control': 'public, no-cache',
  });
}
