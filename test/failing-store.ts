import type { KyselyPlugin, RootOperationNode } from 'kysely';
import type { Store } from '../inquiries/store.ts';

/** Ends a retry loop without a pause, so that the test fails instead of hanging. */
const maxFailures = 50;

/** Returns the same store, whose statements of one kind fail while `failures.isOn`. */
export function failingStore(store: Store, kind: RootOperationNode['kind']) {
  const failures = { isOn: true, count: 0 };
  const plugin: KyselyPlugin = {
    transformQuery({ node }) {
      if (node.kind !== kind || !failures.isOn) return node;
      failures.count += 1;
      failures.isOn = failures.count < maxFailures;
      throw new Error(`Every ${kind} fails in this test`);
    },
    transformResult: async ({ result }) => result,
  };
  return { store: { ...store, db: store.db.withPlugin(plugin) }, failures };
}
