import { expect, it } from 'vitest';
import { runInTurn } from './run-in-turn.ts';

it('tasks with the same key run one after the other, in their order', async () => {
  const steps: string[] = [];
  const run = (name: string, key: string) =>
    runInTurn(key, async () => {
      steps.push(`${name} starts`);
      await Promise.resolve();
      steps.push(`${name} ends`);
      return name;
    });
  expect(await Promise.all([run('one', 'a'), run('two', 'a'), run('three', 'a')])).toEqual([
    'one',
    'two',
    'three',
  ]);
  expect(steps).toEqual([
    'one starts',
    'one ends',
    'two starts',
    'two ends',
    'three starts',
    'three ends',
  ]);
});

it('a task with another key does not wait', async () => {
  const gate = Promise.withResolvers<string>();
  const waiting = runInTurn('a', () => gate.promise);
  expect(await runInTurn('b', async () => 'done')).toBe('done');
  gate.resolve('released');
  expect(await waiting).toBe('released');
});

it('a failure fails the tasks that wait for it, without running them, and no later ones', async () => {
  const ran: string[] = [];
  const gate = Promise.withResolvers<string>();
  const failing = runInTurn('a', () => gate.promise);
  const waiting = runInTurn('a', async () => ran.push('waiting'));
  const outcomes = Promise.allSettled([failing, waiting]);
  gate.reject(new Error('locked'));
  expect(await outcomes).toMatchObject([
    { status: 'rejected', reason: { message: 'locked' } },
    { status: 'rejected', reason: { message: 'locked' } },
  ]);
  expect(ran).toEqual([]);
  expect(await runInTurn('a', async () => 'later')).toBe('later');
});
