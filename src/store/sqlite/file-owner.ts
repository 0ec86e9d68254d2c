import { readFileSync, statSync } from 'node:fs';
import { userInfo } from 'node:os';

/** Describes a file owned by another user and the remedy; undefined for own or missing files. */
export function describeForeignOwner(path: string): string | undefined {
  const owner = statSync(path, { throwIfNoEntry: false })?.uid;
  const { uid, username } = userInfo();
  if (owner === undefined || uid === -1 || owner === uid) return undefined;
  return (
    `${path} belongs to ${getUserName(owner)}, and this runs as ${username}. ` +
    `Run "chown ${username} ${path}" as root, or run this as ${getUserName(owner)}.`
  );
}

function getUserName(uid: number) {
  const entry = new RegExp(`^([^:]+):[^:]*:${uid}:`, 'm');
  try {
    return entry.exec(readFileSync('/etc/passwd', 'utf8'))?.[1] ?? `user ${uid}`;
  } catch {
    return `user ${uid}`;
  }
}
