import { useSyncExternalStore, type ReactNode } from 'react';

let overlay: ReactNode;
let notify: (() => void) | undefined;

/** Shows `node` beside the pages from now on, whichever page the visitor goes to. */
export function showOverlay(node: ReactNode) {
  overlay = node;
  notify?.();
}

/** Renders what a page has asked to show; nothing until then. */
export const Overlay = (): ReactNode =>
  useSyncExternalStore(
    (onChange) => {
      notify = onChange;
      return () => (notify = undefined);
    },
    () => overlay,
    () => undefined,
  );
