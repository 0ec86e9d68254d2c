import { actionLinks as copy } from '../../content/action-links.ts';
import { ErrorScreen } from '../layout/error-screens.tsx';
import { ConfirmForm } from './confirm-form.tsx';
import { showInquiry } from './inquiry-texts.ts';
import { LinkLayout } from './link-layout.tsx';
import type { ActionLinkView, UnreadProblem, UnsavedView } from './link-view.ts';
import { OpenPage } from './open-page.tsx';
import { SettledPage } from './settled-page.tsx';
import { SuspectedPage } from './suspected-page.tsx';

/** The page of an action link, rendered on the server only. It works without script. */
export function ActionLinkPage({ view }: { view: ActionLinkView }) {
  switch (view.state) {
    case 'open':
      return <OpenPage view={{ ...view, ...showInquiry(view) }} />;
    case 'suspected':
      return <SuspectedPage view={view} />;
    case 'used':
    case 'refused':
      return <SettledPage view={{ ...view, ...showInquiry(view) }} />;
    case 'unsaved':
      return <UnsavedPage view={view} />;
    case 'tooLarge':
    case 'unread':
      return <UnreadPage problem={view.state} />;
    case 'incomplete':
    case 'invalidSignature':
    case 'expired':
    case 'deleted':
    case 'unavailable':
      return <ErrorScreen {...copy.invalidLinks[view.state]} />;
  }
}

/** A confirmation that could not be stored: shows only the form. */
const UnsavedPage = ({ view: { action, expiresAt, version, values } }: { view: UnsavedView }) => (
  <LinkLayout heading={copy.confirm[action]}>
    <ConfirmForm
      action={action}
      expiresAt={expiresAt}
      version={version}
      values={values}
      problem={copy.problems.failed}
    />
  </LinkLayout>
);

/** A confirmation whose values were not read: links back to the form at the same URL. */
const UnreadPage = ({ problem }: { problem: UnreadProblem }) => (
  <ErrorScreen title={copy.problems[problem].heading} text={copy.problems[problem].detail}>
    <a className="button" href="">
      {copy.form.again}
    </a>
  </ErrorScreen>
);
