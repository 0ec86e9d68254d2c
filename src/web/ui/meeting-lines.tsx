import { Drawing } from './drawing.tsx';
import meeting from '../../content/drawings/meeting.svg?raw';

/** Two families of lines that become one. */
export function MeetingLines() {
  return <Drawing preserveAspectRatio="none" svg={meeting} />;
}
