import { useState, useSyncExternalStore } from 'react';
import { useLocation } from 'react-router';

/**
 * One of `ids`, chosen by the address's hash. Undefined on the server and in the first render that
 * takes over its HTML, so that both are the same.
 */
export function useHashChoice(ids: string[]) {
  // The router's navigations fire no event: its location renders this anew, which reads the hash.
  useLocation();
  const hash = useSyncExternalStore(onHashChange, readHash, readNothing);
  const [last, setLast] = useState(ids[0]);

  // An anchor elsewhere on the page leaves the choice as it was.
  const named = hash ? ids.find((id) => hash === `#${id}`) : ids[0];
  const chosen = named ?? last;
  if (hash !== undefined && chosen !== last) setLast(chosen);

  function choose(id: string) {
    // Past the router, which would scroll to the hash even where it is told not to.
    window.history.replaceState(window.history.state, '', `#${id}`);
    setLast(id);
  }

  return { chosen: hash === undefined ? undefined : chosen, choose };
}

function onHashChange(notify: () => void) {
  window.addEventListener('hashchange', notify);
  return () => window.removeEventListener('hashchange', notify);
}

const readHash = () => window.location.hash;
const readNothing = () => undefined;
