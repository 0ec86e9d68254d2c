import { useEffect } from 'react';
import { useBlocker } from 'react-router';

/** While it is there, asks before the visitor leaves the page, by a link or by the browser. */
export function LeaveGuard({ question }: { question: string }) {
  const blocker = useBlocker(() => !confirm(question));

  useEffect(() => {
    if (blocker.state === 'blocked') blocker.reset();
  }, [blocker]);

  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, []);

  return null;
}
