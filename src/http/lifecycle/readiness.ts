import type { Check } from '../../store/failed-checks.ts';

/** Answers for so long are the last one: asking often is not to burden the store. */
const heldMs = 1000;

/** A database that hangs has this long. */
const patienceMs = 3000;

/** Why a server is not ready: it is `starting`, `stopping`, or what failed. */
export type Unready = 'starting' | 'stopping' | Check;

export interface Readiness {
  /** Nothing where requests may be sent here. Never throws, and takes no longer than 3 s. */
  whyNot(): Promise<Unready[]>;
  /** From now on it is not ready. */
  stop(): void;
}

export interface ReadinessDependencies {
  look: () => Promise<Check[]>;
  /** Called when an answer differs from the one before. */
  onChange?: (failed: Unready[]) => void;
  /** A clock that is never set, in milliseconds. */
  monotonic?: () => number;
}

/** Whether this process can do its work. One look at a time, however many ask. */
export function createReadiness({
  look,
  onChange,
  monotonic = () => performance.now(),
}: ReadinessDependencies): Readiness {
  let isStopping = false;
  let known = '';
  let latest: { found: Promise<Unready[]>; heldUntil: number } | undefined;

  return {
    async whyNot() {
      if (isStopping) return ['stopping'];
      if (!latest || monotonic() >= latest.heldUntil) latest = start();
      return note(await latest.found);
    },
    stop: () => (isStopping = true),
  };

  function note(found: Unready[]) {
    const isNew = found.join() !== known;
    known = found.join();
    if (isNew) onChange?.(found);
    return found;
  }

  function start() {
    const looking = look().catch((): Unready[] => ['store']);
    let timer: NodeJS.Timeout | undefined;
    const outOfPatience = new Promise<Unready[]>((resolve) => {
      timer = setTimeout(resolve, patienceMs, ['store']);
    });
    const begun = { found: Promise.race([looking, outOfPatience]), heldUntil: Infinity };
    // Held until the look itself ends: a database that hangs is not asked again meanwhile.
    void looking.then(() => {
      begun.heldUntil = monotonic() + heldMs;
      begun.found = looking;
      clearTimeout(timer);
    });
    return begun;
  }
}

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
