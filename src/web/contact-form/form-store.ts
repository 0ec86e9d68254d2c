import { useSyncExternalStore } from 'react';
import { type FormState, idle } from './form-state.ts';

/** Holds the state of the form that is on the page, or was the last one on it. */
export interface FormStore {
  getState: () => FormState;
  update: (changes: Partial<FormState>) => void;
  /** Makes the form with this initial state the current one, once it is on the page. */
  open: (initialState: FormState) => void;
  isOpen: (initialState: FormState) => boolean;
  subscribe: (listener: () => void) => () => void;
}

export function createFormStore(): FormStore {
  /** Identifies the current form; undefined before the first one. */
  let currentInitialState: FormState | undefined;
  let state = idle;
  const listeners = new Set<() => void>();

  const isOpen = (initialState: FormState) => currentInitialState === initialState;
  return {
    getState: () => state,
    update(changes) {
      state = { ...state, ...changes };
      for (const notify of listeners) notify();
    },
    open(initialState) {
      if (isOpen(initialState)) return;
      currentInitialState = initialState;
      state = initialState;
    },
    isOpen,
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

/** Returns the state of a form: its initial one until the store opens it. */
export function useFormState(store: FormStore, initialState: FormState): FormState {
  const getState = () => (store.isOpen(initialState) ? store.getState() : initialState);
  return useSyncExternalStore(store.subscribe, getState, () => initialState);
}
