import { brandMark } from './brand-mark-lines.ts';

interface BrandMarkProps {
  /** Lets a style draw the lines one after the other. */
  pathLength?: number;
}

/** Three lines of a ship's plan. */
export function BrandMark({ pathLength }: BrandMarkProps) {
  return (
    <svg viewBox="0 0 30 30" aria-hidden="true">
      <path pathLength={pathLength} d={brandMark.hull} />
      <path pathLength={pathLength} d={brandMark.frame} />
      <path pathLength={pathLength} className="keel-line" d={brandMark.keel} />
    </svg>
  );
}
