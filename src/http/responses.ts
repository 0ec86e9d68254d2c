/** Creates a response of one line of text. */
export const plainTextResponse = (
  status: number,
  line: string,
  headers: Record<string, string> = {},
): Response =>
  new Response(`${line}\n`, {
    status,
    headers: { 'content-type': 'text/plain; charset=utf-8', ...headers },
  });

export const noStoreJson = (
  status: number,
  body: object,
  headers?: Record<string, string>,
): Response =>
  Response.json(body, { status, headers: { 'cache-control': 'no-store', ...headers } });
