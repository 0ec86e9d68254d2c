import { Drawing } from '../drawings/drawing.tsx';
import meeting from '../drawings/meeting.svg?raw';

/** Two families of lines that become one. */
export function MeetingLines() {
  return <Drawing preserveAspectRatio="none" svg={meeting} />;
}
