interface BrandMarkProps {
  /** Lets a style draw the lines one after the other. */
  pathLength?: number;
}

/** Three frames of a hull and its keel. */
export function BrandMark({ pathLength }: BrandMarkProps) {
  return (
    <svg viewBox="0 0 30 30" aria-hidden="true">
      <path pathLength={pathLength} d="M2 4c0 13 6 20 13 23 7-3 13-10 13-23" />
      <path pathLength={pathLength} d="M7.5 4c0 11 3 18 7.5 23 4.5-5 7.5-12 7.5-23" />
      <path pathLength={pathLength} className="keel-line" d="M15 1v28" />
    </svg>
  );
}
