import { useRef, useState } from 'react';
import { Tip } from './tip.tsx';

/** A question mark that says why we ask. */
export function Hint({ about, text }: { about: string; text: string }) {
  const [isOpen, setOpen] = useState(false);
  /** Set when a press closes the hint, so that its click does not open it again. */
  const isClosing = useRef(false);
  return (
    <Tip text={text} open={isOpen} onOpenChange={setOpen}>
      <button
        type="button"
        className="hint-button"
        aria-label={about}
        onPointerDown={() => {
          isClosing.current = isOpen;
        }}
        onClick={(event) => {
          // A tooltip would close here, and a finger has no other way to open it.
          event.preventDefault();
          setOpen(!isClosing.current);
          isClosing.current = false;
        }}
      />
    </Tip>
  );
}
