import { useEffect } from 'react';
import { useBlocker } from 'react-router';

/** Asks before the visitor leaves the page in the midst of something, by a link or by the browser. */
export function useStayWhile(isBusy: boolean, question: string) {
  const blocker = useBlocker(() => isBusy && !confirm(question));

  useEffect(() => {
    if (blocker.state === 'blocked') blocker.reset();
  }, [blocker]);

  useEffect(() => {
    if (!isBusy) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [isBusy]);
}
