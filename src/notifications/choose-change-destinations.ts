import type { Destination } from '../config/destinations.ts';
import type { Status } from '../inquiry/status.ts';

interface Change {
  /** The status after the change. */
  status: Status;
  /** The new assignee, empty if unassigned; undefined for a change of the status. */
  assignee: string | undefined;
}

/**
 * Chooses who is notified of a change: programs always, the inquirer never, and the team unless the
 * change marks spam.
 */
export function chooseChangeDestinations(
  destinations: readonly Destination[],
  { status, assignee }: Change,
): Destination[] {
  const isAssignment = assignee !== undefined;
  const isForTeam = status !== 'spam' || isAssignment;
  return destinations.filter(
    ({ reaches }) => reaches === 'programs' || (reaches === 'team' && isForTeam),
  );
}
