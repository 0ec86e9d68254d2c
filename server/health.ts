import type { Readiness } from './readiness.ts';

export const healthPaths = { alive: '/healthz', ready: '/readyz' };

/** `GET /healthz`: 200 as long as the process answers at all. */
export const alive = () => json(200, { status: 'alive' });

/** `GET /readyz`: 200 where requests may be sent here, otherwise 503 and the names of what failed. */
export const ready =
  ({ whyNot }: Pick<Readiness, 'whyNot'>) =>
  async (): Promise<Response> => {
    const failed = await whyNot();
    return failed.length
      ? json(503, { status: 'not ready', failed })
      : json(200, { status: 'ready' });
  };

const json = (status: number, body: object) =>
  Response.json(body, { status, headers: { 'cache-control': 'no-store' } });
