const contactPath = '/contact';

/**
 * Decodes a path and converts it to lower case, as React Router does. Leaves a malformed path
 * encoded.
 */
export function normalizePath(pathname: string): string {
  try {
    return decodeURIComponent(pathname).toLowerCase();
  } catch {
    return pathname.toLowerCase();
  }
}

/** Tells if a path is that of the contact page, to which the form is posted. */
export const isContact = (pathname: string): boolean => normalizePath(pathname) === contactPath;
