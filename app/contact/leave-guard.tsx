import { useBeforeUnload } from 'react-router';

/** Asks before the visitor leaves the site. Its other pages tell the outcome, too. */
export function LeaveGuard() {
  useBeforeUnload(ask);
  return null;
}

const ask = (event: BeforeUnloadEvent) => event.preventDefault();
