import { useState } from 'react';
import { contact } from '../content/contact.ts';

/** From here on the room is worth a mention. */
const shortOf = 200;

/** How much room is left once it gets short. Announced then and where it ends, not at each key. */
export function CharactersLeft({ left }: { left: number }) {
  const text = contact.form.charactersLeft(left);
  const state = left > shortOf ? 'ample' : left < 0 ? 'over' : 'short';
  const [announced, setAnnounced] = useState({ state: 'ample', text: '' });
  if (announced.state !== state) setAnnounced({ state, text: state === 'ample' ? '' : text });

  return (
    <>
      {state !== 'ample' && (
        <p className={`characters-left is-${state}`} aria-hidden="true">
          {text}
        </p>
      )}
      <p className="visually-hidden" role="status">
        {announced.text}
      </p>
    </>
  );
}
