import { useSyncExternalStore } from 'react';
import { type FormState, idle } from './form-state.ts';
import type { ServerForm } from './server-form.ts';

/** A form on a page. Each page that shows the form creates one: its identity tells them apart. */
export interface FormInstance {
  initialState: FormState;
  /** The form that the server rendered; undefined after a client navigation, for which React creates it. */
  serverForm?: ServerForm;
}

/** Holds the state of the current form: the one on the page, or the last one that was. */
export interface FormStore {
  getState: () => FormState;
  update: (changes: Partial<FormState>) => void;
  /** Makes a form the current one, with its initial state, once it is on the page. */
  makeCurrent: (form: FormInstance) => void;
  isCurrent: (form: FormInstance) => boolean;
  subscribe: (listener: () => void) => () => void;
}

export function createFormStore(): FormStore {
  /** Undefined before the first one. */
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

/** Returns the state of a form: its initial one until it is the current one. */
export function useFormState(store: FormStore, form: FormInstance): FormState {
  const getState = () => (store.isCurrent(form) ? store.getState() : form.initialState);
  return useSyncExternalStore(store.subscribe, getState, () => form.initialState);
}
