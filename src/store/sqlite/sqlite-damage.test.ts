import { expect, it } from 'vitest';
import { StoreUnavailable } from '../store-errors.ts';
import { createDamageWatch } from './damage.ts';

const errorOf = (errcode: number) =>
  new StoreUnavailable('x', { cause: Object.assign(new Error('x'), { errcode }) });

it('a statement that met damage is remembered until it works again', () => {
  let monotonicNow = 0;
  const watch = createDamageWatch(() => monotonicNow);
  watch.failed('insert', errorOf(5));
  expect(watch.getDamage()).toBeUndefined();
  const damage = errorOf(11);
  watch.failed('insert', damage);
  watch.worked('select');
  monotonicNow = 3600_000;
  expect(watch.getDamage()).toBe(damage);
  watch.worked('insert');
  expect(watch.getDamage()).toBeUndefined();
});

it('damage is remembered for a minute, although the statement works with other pages meanwhile', () => {
  let monotonicNow = 0;
  const watch = createDamageWatch(() => monotonicNow);
  for (const failedMs of [0, 30_000]) {
    monotonicNow = failedMs;
    watch.failed('insert', errorOf(11));
    watch.worked('insert');
  }
  monotonicNow = 89_999;
  expect(watch.getDamage()).toBeInstanceOf(StoreUnavailable);
  monotonicNow = 90_000;
  expect(watch.getDamage()).toBeUndefined();
  watch.failed('select', errorOf(11));
  expect(watch.getDamage()).toBeInstanceOf(StoreUnavailable);
});
