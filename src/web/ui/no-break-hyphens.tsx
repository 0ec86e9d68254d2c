/** Keeps short words such as "AI-driven" from breaking at their hyphens. */
export const noBreakHyphens = (text: string) =>
  text.split(/(\b\w{2,6}-\w{2,9}\b)/).map((part, i) =>
    i % 2 === 0 ? (
      part
    ) : (
      <span key={i} className="no-break">
        {part}
      </span>
    ),
  );
