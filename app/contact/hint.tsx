import { useState } from 'react';
import { Tip } from './tip.tsx';

/** A question mark that says why we ask. */
export function Hint({ about, text }: { about: string; text: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Tip text={text} open={isOpen} onOpenChange={setOpen}>
      <button
        type="button"
        className="hint-button"
        aria-label={about}
        onClick={(event) => {
          // A tooltip would close here, and a finger has no other way to open it.
          event.preventDefault();
          setOpen(true);
        }}
      />
    </Tip>
  );
}
