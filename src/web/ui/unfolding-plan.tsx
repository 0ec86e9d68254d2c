import bodyPlan from '../../content/drawings/body-plan.svg?raw';
import { Drawing } from './drawing.tsx';
import { readDrawing } from './read-drawing.ts';

const frames = readFrames(bodyPlan);

/** A body plan that about.css unfolds: each frame is nested in the one before it. */
export const UnfoldingPlan = () => (
  <div className="unfolding" aria-hidden="true">
    <Drawing className="plan" svg={bodyPlan} accent={0} />
    {frames.length > 0 && (
      <svg viewBox="0 0 520 440" className="base">
        <path className="accent-line" d="M0 420H520" />
      </svg>
    )}
    <Frames frames={frames} />
  </div>
);

/**
 * Returns the curves of a body plan's frames from bow to stern. In its path, frames of the bow
 * alternate with frames of the stern, both from midship on.
 */
function readFrames(svg: string): string[] {
  const path = readDrawing(svg).paths.find(({ className }) => className === 'frames');
  const curves = path?.d?.match(/M[^M]+/g) ?? [];
  const bow = curves.filter((_, index) => index % 2 === 0);
  const stern = curves.filter((_, index) => index % 2 === 1);
  return [...bow.reverse(), ...stern];
}

/** Renders the first frame with its two sides, and nests the others in it. */
function Frames({ frames: [frame, ...others] }: { frames: string[] }) {
  if (frame === undefined) return null;
  return (
    <i>
      <svg viewBox="0 0 520 440">
        <path d={frame} />
        <path d={frame} />
      </svg>
      <Frames frames={others} />
    </i>
  );
}
