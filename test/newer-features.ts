/**
 * What is newer than build/oldest-browsers.ts, or goes by the name of something that is, and is in
 * the build all the same, each with the reason. older-browsers.test.ts finds no other.
 */
export const newerCalls: Record<string, string> = {
  requestIdleCallback: 'boot.ts asks first; Safari takes over at the first intent alone',
  setImmediate: 'React asks first',
  'skipTransition()': 'of a view transition that was started',
  'startViewTransition()': 'React and React Router ask first, and we never do',
  'build()': 'of TanStack Query’s caches',
  'createContext()': 'of React',
  'destroy()': 'of TanStack Query’s mutations',
  'forget()': 'of our keyring',
  'run()': 'of zod’s schemas',
  'toArray()': 'of React’s Children',
  'use()': 'of React',
  'when()': 'of zod’s checks',
};

/** By what ESLint's rule calls them. Its year, 2023, is a little older than our browsers. */
export const newerStyles: Record<string, string> = {
  "At-rule '@page'": 'the margins of the browser are as good',
  "At-rule '@view-transition'": 'documents follow each other without a fade',
  "Selector 'view-transition'": 'the same',
  "Selector 'view-transition-new'": 'the same',
  "Selector 'view-transition-old'": 'the same',
  "Property 'overscroll-behavior'": 'the page scrolls on behind the end of the menu',
  "Property 'resize'": 'the message can’t be made larger; on a phone it never can',
  "Property 'text-size-adjust'":
    'for phones, by its prefix in Safari; Firefox for Android has its own way',
  "Property 'text-wrap'": 'lines break where they are full',
  "Selector 'popover-open'": 'asked for by @supports, where the rule does not know `not`',
  "Selector 'selection'": 'what is selected has the system’s colours on iOS',
  "Value 'avoid' of property 'break-after'": 'a heading may end a printed page',
};
