import { readFileSync, statSync } from 'node:fs';

/**
 * Says that a file belongs to another user than this process's, and how to change that; undefined
 * where it is this user's, or nobody's.
 */
export function describeForeignOwner(path: string): string | undefined {
  const owner = statSync(path, { throwIfNoEntry: false })?.uid;
  const user = process.geteuid?.();
  if (owner === undefined || user === undefined || owner === user) return undefined;
  return (
    `${path} belongs to ${nameOf(owner)}, and this runs as ${nameOf(user)}. ` +
    `Run "chown ${nameOf(user)} ${path}" as root, or run this as ${nameOf(owner)}.`
  );
}

function nameOf(uid: number) {
  try {
    const entry = new RegExp(`^([^:]+):[^:]*:${uid}:`, 'm').exec(
      readFileSync('/etc/passwd', 'utf8'),
    );
    return entry?.[1] ?? `user ${uid}`;
  } catch {
    return `user ${uid}`;
  }
}
