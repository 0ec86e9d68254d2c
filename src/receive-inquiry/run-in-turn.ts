/** Last task of each key, until it ends. */
const lastTasks = new Map<string, Promise<unknown>>();

/**
 * Runs a task after all earlier ones with the same key. If a task fails, the ones that wait for it
 * fail with its error and do not run.
 */
export async function runInTurn<Result>(key: string, task: () => Promise<Result>): Promise<Result> {
  const earlier = lastTasks.get(key) ?? Promise.resolve();
  const current = earlier.then(task);
  lastTasks.set(key, current);
  try {
    return await current;
  } finally {
    if (lastTasks.get(key) === current) lastTasks.delete(key);
  }
}
