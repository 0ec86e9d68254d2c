import { actionLinks as copy } from '../../content/action-links.ts';
import type { LinkAction } from '../../inquiry/link-actions.ts';
import { showHiddenChars } from '../../text/hidden-chars.ts';
import { describeChange, formatTeamTime } from './inquiry-texts.ts';
import { CurrentStatus, Details, LinkLayout } from './link-layout.tsx';
import type { SettledView } from './link-view.ts';

/** Page of a used or refused link: says why there is nothing to confirm, and shows the inquiry. */
export function SettledPage({ view }: { view: SettledView }) {
  const { inquiry, lastChange, reopenPath, unsavedNote } = view;
  const { heading, notice } = describeSettled(view);
  return (
    <LinkLayout heading={heading} inquiry={inquiry}>
      <p>{notice}</p>
      <CurrentStatus inquiry={inquiry}>{describeChange(lastChange)}</CurrentStatus>
      {reopenPath && (
        <p>
          <a href={reopenPath}>{copy.confirm.reopen}</a>
        </p>
      )}
      {unsavedNote && (
        <Details list={[{ label: copy.unsavedNote, value: showHiddenChars(unsavedNote) }]} />
      )}
    </LinkLayout>
  );
}

function describeSettled(view: SettledView): { heading: string; notice: string } {
  if (view.state === 'refused') {
    return { heading: copy.refused.heading[view.reason], notice: copy.refused[view.reason] };
  }
  const done: Partial<Record<LinkAction, string>> = copy.done;
  return {
    heading: done[view.action] ?? copy.confirm[view.action],
    notice: copy.usedNotice(formatTeamTime(view.usedAt)),
  };
}
