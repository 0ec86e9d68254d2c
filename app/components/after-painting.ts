/** Has `work` wait until the next frame is painted. Returns how to call it off. */
export function afterPainting(work: () => void): () => void {
  let frame = requestAnimationFrame(() => {
    frame = requestAnimationFrame(work);
  });
  return () => cancelAnimationFrame(frame);
}
