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
