import { bodyPlan } from '../drawings/paths.ts';

/** The hull from ahead and astern: frames, four waterlines and the centre line. */
export function HullIllustration() {
  return (
    <svg viewBox="0 0 520 440" aria-hidden="true">
      <path d={bodyPlan} />
      <path opacity=".4" d="M0 420H520M0 320H520M0 220H520M0 120H520" />
      <path className="accent-line" d="M260 0V440" />
    </svg>
  );
}
