import { useSyncExternalStore } from 'react';
import { type FormState, idle } from './form-state.ts';
import type { ServerForm } from './server-form.ts';

/** A mounted form, identified by its object: each page with the form creates one. */
export interface FormInstance {
  initialState: FormState;
  /**
   * The form that the server rendered. Absent after a client navigation: React then creates the
   * form.
   */
  serverForm?: ServerForm;
}

/**
 * Holds the state of the current form: the one on the page, or the last one if the page has none.
 */
export interface FormStore {
  getState: () => FormState;
  update: (changes: Partial<FormState>) => void;
  /** Makes a mounted form the current one, with its initial state. */
  makeCurrent: (form: FormInstance) => void;
  isCurrent: (form: FormInstance) => boolean;
  subscribe: (listener: () => void) => () => void;
}

export function createFormStore(): FormStore {
  /** Undefined before the first form is mounted. */
  let current: FormInstance | undefined;
  let state = idle;
  const listeners = new Set<() => void>();

  return {
    getState: () => state,
    update(changes) {
      state = { ...state, ...changes };
      for (const notify of listeners) notify();
    },
    makeCurrent(form) {
      if (current === form) return;
      current = form;
      state = form.initialState;
    },
    isCurrent: (form) => current === form,
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

/** Returns the state of a form. Before it becomes the current one, this is its initial state. */
export function useFormState(store: FormStore, form: FormInstance): FormState {
  const getState = () => (store.isCurrent(form) ? store.getState() : form.initialState);
  return useSyncExternalStore(store.subscribe, getState, () => form.initialState);
}
