import { actionLinks as copy } from '../../content/action-links.ts';
import { firm } from '../../content/firm.ts';
import { linkActions } from '../../inquiry/link-actions.ts';
import type { StoredInquiry } from '../../inquiry/stored-inquiry.ts';
import { toExcerpt } from '../../text/excerpt.ts';
import { formatPlural } from '../../text/format-number.ts';
import { formatMinute } from '../../text/format-time.ts';
import { toTeamEnglish } from '../../text/locale-options.ts';
import { ConfirmForm } from './confirm-form.tsx';
import { showTexts } from './inquiry-texts.ts';
import { Details, LinkLayout } from './link-layout.tsx';
import type { SuspectedView } from './link-view.ts';

const team = toTeamEnglish(firm);

/**
 * Page of a link for all suspected spam: the form, and the list of inquiries that a confirmation
 * marks.
 */
export function SuspectedPage({ view }: { view: SuspectedView }) {
  const { action, expiresAt, version, values, rejection, notSpamPaths } = view;
  const { count, first } = view.suspected;
  const errors = rejection?.problem === 'invalid' ? rejection.errors : undefined;
  const problem = rejection?.problem === 'changed' ? copy.many.changed : undefined;
  if (count === 0) {
    return (
      <LinkLayout heading={copy.many.done}>
        <p>{copy.many.doneNotice}</p>
      </LinkLayout>
    );
  }
  return (
    <LinkLayout heading={formatPlural(team, copy.many.heading, first.length)}>
      <p>{copy.many.notice}</p>
      <ConfirmForm
        action={action}
        expiresAt={expiresAt}
        version={version}
        values={values}
        errors={errors}
        problem={problem}
      />
      <Details
        list={first.map((inquiry, index) => ({
          label: copy.inquirer(showTexts(inquiry)),
          value: <Suspicion inquiry={inquiry} notSpamPath={notSpamPaths[index]} />,
        }))}
      />
      {count > first.length && <p>{formatPlural(team, copy.many.rest, count - first.length)}</p>}
    </LinkLayout>
  );
}

interface SuspicionProps {
  inquiry: StoredInquiry;
  notSpamPath: string | undefined;
}

/** Shows why an inquiry is suspected, the beginning of its message and the "Not spam" link. */
function Suspicion({ inquiry, notSpamPath }: SuspicionProps) {
  const [firstLine = ''] = inquiry.message.split('\n');
  return (
    <>
      {`${formatMinute(team, Date.parse(inquiry.receivedAt))}: ${inquiry.suspectedSpam}\n`}
      <q dir="auto">{toExcerpt(firstLine, 100)}</q>
      {'\n'}
      <a href={notSpamPath}>{linkActions['not-spam'].label}</a>
    </>
  );
}
