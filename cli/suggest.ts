/** The candidate that `typed` is most likely meant to be, if one is at most two letters away. */
export const suggest = (typed: string, candidates: string[]): string | undefined =>
  candidates.find((candidate) => isWithin(1, typed, candidate)) ??
  candidates.find((candidate) => isWithin(2, typed, candidate));

/** Whether inserting, removing or replacing so many letters makes one word of the other. */
function isWithin(edits: number, from: string, to: string): boolean {
  let same = 0;
  while (same < from.length && from[same] === to[same]) same++;
  const [a, b] = [from.slice(same), to.slice(same)];
  if (a === b) return true;
  if (edits === 0) return false;
  return (
    isWithin(edits - 1, a.slice(1), b.slice(1)) ||
    isWithin(edits - 1, a.slice(1), b) ||
    isWithin(edits - 1, a, b.slice(1))
  );
}
