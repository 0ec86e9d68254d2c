import { useEffect, useState } from 'react';

/** Returns true once `isActive` has been true for `delayMs`. Returns false as soon as it is not. */
export function useDelayed(isActive: boolean, delayMs: number): boolean {
  const [hasDelayPassed, setDelayPassed] = useState(false);

  useEffect(() => {
    if (!isActive) return;
    const timer = setTimeout(() => setDelayPassed(true), delayMs);
    return () => {
      clearTimeout(timer);
      setDelayPassed(false);
    };
  }, [isActive, delayMs]);

  return isActive && hasDelayPassed;
}
