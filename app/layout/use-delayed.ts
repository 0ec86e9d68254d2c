import { useEffect, useState } from 'react';

/** True once `active` has been true for `delayMs`, and false as soon as it no longer is. */
export function useDelayed(active: boolean, delayMs: number): boolean {
  const [isDue, setDue] = useState(false);

  useEffect(() => {
    if (!active) return;
    const timer = setTimeout(() => setDue(true), delayMs);
    return () => {
      clearTimeout(timer);
      setDue(false);
    };
  }, [active, delayMs]);

  return active && isDue;
}
