import { useSyncExternalStore } from 'react';

/** Returns false on the server and in the first client render, which have to match. */
export const useIsHydrated = () => useSyncExternalStore(subscribe, isHydrated, isRendered);

const subscribe = () => () => undefined;
const isHydrated = () => true;
const isRendered = () => false;
