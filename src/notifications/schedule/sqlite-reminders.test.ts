import { expect, it } from 'vitest';
import { explainQueryPlans } from '../../../tests/fixtures/explain-query-plans.ts';
import { temporaryFile, temporaryStore } from '../../../tests/fixtures/temporary-store.ts';
import { nextReminderAt, enqueueReminders } from './reminders.ts';

it('finds reminders through indexes, without a table scan', async () => {
  const location = temporaryFile();
  const { store } = await temporaryStore({ location });
  const now = Date.parse('2026-11-21T12:00:00.000Z');
  const plans = await explainQueryPlans(location.file, async () => {
    await enqueueReminders(store, now);
    await nextReminderAt(store, now);
  });
  const index = 'COVERING INDEX (qualified_)?inquiries_by_status';
  const search = new RegExp(`^SEARCH inquiries USING ${index} `);
  expect(plans.filter((plan) => search.test(plan))).toHaveLength(4);
  expect(plans.filter((plan) => plan.startsWith('SEARCH deliveries'))).toHaveLength(2);
  expect(plans.join()).not.toContain('SCAN');
});
