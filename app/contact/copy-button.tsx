import { useEffect, useRef, useState } from 'react';
import { contact } from '../content/contact.ts';
import { Tip } from './tip.tsx';

const confirmationMs = 4000;

/**
 * Copies the text of the element before the button and says so; where the clipboard is closed to us,
 * selects it instead.
 */
export function CopyButton({ text }: { text: string }) {
  const words = contact.details;
  const [confirmation, setConfirmation] = useState('');
  const button = useRef<HTMLButtonElement>(null);

  useEffect(() => {
    if (!confirmation) return;
    const timer = setTimeout(() => setConfirmation(''), confirmationMs);
    return () => clearTimeout(timer);
  }, [confirmation]);

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setConfirmation(words.copied);
    } catch {
      const shown = button.current?.previousElementSibling;
      if (shown) getSelection()?.selectAllChildren(shown);
      setConfirmation(words.copyFailed);
    }
  };

  return (
    <>
      <Tip text={words.copyHint}>
        <button type="button" className="copy-button" ref={button} onClick={copy}>
          {words.copy}
          <span className="visually-hidden"> {text}</span>
        </button>
      </Tip>
      <span className="copy-confirmation" role="status">
        {confirmation}
      </span>
    </>
  );
}
