import { actionLinks as copy } from '../../content/action-links.ts';
import { promisedMs } from '../../inquiry/deadlines.ts';
import { formatReviewState, isOpen, isSuspected, type ReviewState } from '../../inquiry/status.ts';
import { showHiddenChars } from '../../text/hidden-chars.ts';
import { ConfirmForm, type ProblemProps } from './confirm-form.tsx';
import { describeChange, formatTeamTime, getAssignee } from './inquiry-texts.ts';
import { CurrentStatus, LinkLayout } from './link-layout.tsx';
import type { ConfirmationFields } from './link-state.ts';
import type { OpenView } from './link-view.ts';

/** Page of an open link: the effect of a confirmation, the form and the inquiry. */
export function OpenPage({ view }: { view: OpenView }) {
  const { action, inquiry, step, rejection } = view;
  const { effect, hasStatus, lastChange, problem, errors } = describeOpen(view);
  const assignee = action === 'assign' ? getAssignee(inquiry) : undefined;
  return (
    <LinkLayout
      heading={assignee ? copy.assignedTo(assignee.name) : copy.confirm[action]}
      inquiry={inquiry}
    >
      {effect && <p>{effect}</p>}
      {hasStatus && <CurrentStatus inquiry={inquiry}>{lastChange}</CurrentStatus>}
      <ConfirmForm
        action={action}
        expiresAt={view.expiresAt}
        version={view.version}
        isReassignment={assignee !== undefined}
        values={view.values}
        assignees={step.kind === 'assign' ? step.assignees : []}
        questionedName={rejection?.problem === 'unknown-name' ? rejection.name : undefined}
        errors={errors}
        problem={problem}
      />
    </LinkLayout>
  );
}

/** Texts above the fields of the form. */
interface OpenDescription {
  /** Describes the effect of a confirmation. */
  effect?: string | undefined;
  /** True if the page shows the current status. */
  hasStatus: boolean;
  /** Last change, shown beside the status. */
  lastChange?: string | undefined;
  problem?: ProblemProps;
  /** Messages by field. */
  errors?: Partial<ConfirmationFields>;
}

/** Describes an open link, before a confirmation or after a rejected one. */
function describeOpen(view: OpenView): OpenDescription {
  const { rejection } = view;
  const lastChange = describeChange(view.lastChange);
  const hasStatus = lastChange !== undefined;
  switch (rejection?.problem) {
    case 'changed': {
      const { heading, detail } = copy.problems.changed;
      // Name the colleague's change in the heading.
      return { hasStatus, problem: { heading: lastChange ?? heading, detail } };
    }
    case 'unknown-name': {
      const name = showHiddenChars(rejection.name);
      return { hasStatus: false, problem: copy.problems.unknownName(name) };
    }
    case 'invalid':
      return { effect: describeEffect(view), hasStatus, lastChange, errors: rejection.errors };
    case undefined:
      return { effect: describeEffect(view), hasStatus, lastChange };
  }
}

/** Describes the effect of a confirmation. */
function describeEffect({ inquiry, step }: OpenView): string {
  switch (step.kind) {
    case 'mark': {
      const responseDue = formatTeamTime(inquiry.receivedAt, promisedMs.response);
      return copy.effect.mark[step.change.status](responseDue);
    }
    case 'assign': {
      const assignee = getAssignee(inquiry);
      return assignee ? copy.effect.reassign(assignee) : copy.effect.assign;
    }
    case 'reopen':
      return copy.effect.reopen(describeRestored(step.before));
  }
}

/** Describes the state that "Reopen" restores. */
function describeRestored(state: ReviewState): string {
  if (isSuspected(state)) return copy.restored.suspected;
  const status = formatReviewState(state);
  return isOpen(state) ? copy.restored.open(status) : copy.restored.closed(status);
}
