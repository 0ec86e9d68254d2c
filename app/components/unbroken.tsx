/** Text in which a word such as "AI-driven" is never split at its hyphen. */
export function Unbroken({ text }: { text: string }) {
  return text.split(/(\bAI-\w+)/).map((part, i) =>
    i % 2 === 0 ? (
      part
    ) : (
      <span key={i} className="no-break">
        {part}
      </span>
    ),
  );
}
