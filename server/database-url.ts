const sslModes = ['disable', 'require', 'verify-ca', 'verify-full', 'no-verify'];

/** What a usable `DATABASE_URL` looks like. */
export const databaseUrlForm =
  'postgres:// with a host and a database, such as postgres://user:password@db.example.com/inquiries, ' +
  `with what a URL cannot hold encoded (%40 for @), and sslmode, if given, as one of ${sslModes.join(', ')}`;

/** The text as it is, when it names a database of PostgreSQL. */
export function toDatabaseUrl(text: string): string | undefined {
  const url = URL.parse(text);
  if (!url || !/^postgres(ql)?:\/\//i.test(text) || url.hash) return undefined;
  const { searchParams, hostname, username, password, pathname } = url;
  if (!hostname && !searchParams.get('host')) return undefined;
  if (!/^\/[^/]+$/.test(pathname)) return undefined;
  if (![username, password, pathname].every(isDecodable)) return undefined;
  return sslModes.includes(searchParams.get('sslmode') ?? 'disable') ? text : undefined;
}

function isDecodable(text: string) {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}
