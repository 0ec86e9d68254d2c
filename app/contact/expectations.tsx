import { contact } from '../content/contact.ts';

export function Expectations() {
  const { expect } = contact;
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
