import { contact } from '../content/contact.ts';
import { useFirm } from '../site.tsx';

export function Expectations() {
  const { expect } = contact(useFirm());
  return (
    <>
      <h3>{expect.heading}</h3>
      <ol className="expectations">
        {expect.steps.map(({ title, text }) => (
          <li key={title}>
            <b>{title}</b>
            {` ${text}`}
          </li>
        ))}
      </ol>
    </>
  );
}
