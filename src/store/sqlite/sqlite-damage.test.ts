import { expect, it } from 'vitest';
import { StoreUnavailable } from '../store-errors.ts';
import { createDamageWatch } from './damage.ts';

const errorOf = (errcode: number) =>
  new StoreUnavailable('x', { cause: Object.assign(new Error('x'), { errcode }) });

it('a statement that met damage is remembered until it works again', () => {
  const watch = createDamageWatch();
  watch.failed('insert', errorOf(5));
  expect(watch.getDamage()).toBeUndefined();
  const damage = errorOf(11);
  watch.failed('insert', damage);
  watch.worked('select');
  expect(watch.getDamage()).toBe(damage);
  watch.worked('insert');
  expect(watch.getDamage()).toBeUndefined();
});
