import { useSyncExternalStore, type ReactNode } from 'react';

let overlay: ReactNode;
let notifyOverlay: (() => void) | undefined;

/** Shows `node` on every page from now on. */
export function showOverlay(node: ReactNode) {
  overlay = node;
  notifyOverlay?.();
}

/** Renders the node passed to `showOverlay`. */
export const Overlay = (): ReactNode =>
  useSyncExternalStore(
    (onChange) => {
      notifyOverlay = onChange;
      return () => (notifyOverlay = undefined);
    },
    () => overlay,
    () => undefined,
  );
