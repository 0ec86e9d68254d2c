import { assetLines, softwareLines } from '../drawings/paths/meeting.ts';

/** Two families of lines that become one. */
export function MeetingLines() {
  return (
    <svg viewBox="0 0 1440 300" preserveAspectRatio="none" aria-hidden="true">
      <path d={assetLines} />
      <path className="accent-line is-thin" d={softwareLines} />
    </svg>
  );
}
