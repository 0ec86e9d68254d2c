import { BodyPlan } from '../components/body-plan.tsx';
import { followUp } from '../content/follow-up.ts';
import { BrandMark } from '../layout/brand.tsx';
import { ErrorScreen } from '../layout/error-screen.tsx';
import { firm } from '../content/firm.ts';
import type { FollowUpView, LiveView } from './follow-up-view.ts';
import { Deadlines, Sent } from './inquiry-details.tsx';
import { Panel } from './panel.tsx';

/** Rendered on the server only: everything works without script, so none is sent. */
export function FollowUpPage({ view }: { view: FollowUpView }) {
  switch (view.state) {
    case 'altered':
    case 'expired':
    case 'erased':
    case 'unavailable':
      return <ErrorScreen name={firm.name} {...followUp.deadEnds[view.state]} />;
    case 'limited':
      return <ErrorScreen name={firm.name} {...followUp.limited(view.retryAfterSeconds)} />;
    case 'open':
    case 'used':
    case 'refused':
      return <LivePage view={view} />;
  }
}

function LivePage({ view }: { view: LiveView }) {
  const { inquiry } = view;
  return (
    <>
      <header className="header ink">
        <div className="wrap">
          <span className="brand">
            <BrandMark />
            {firm.name}
          </span>
        </div>
      </header>
      <main id="main">
        <div className="page">
          <section className="ink contact-hero">
            <BodyPlan />
            <div className="wrap grid">
              <h1 className="statement">{headingOf(view)}</h1>
              {inquiry && (
                <p className="lede" dir="auto">
                  {followUp.inquiryOf(inquiry)}
                </p>
              )}
            </div>
          </section>
          <section className="film contact">
            <div className="wrap grid">
              <div className="panel paper lead-7">
                <Panel view={view} />
                {inquiry && <Sent inquiry={inquiry} />}
              </div>
              {inquiry && <Deadlines inquiry={inquiry} />}
            </div>
          </section>
        </div>
      </main>
    </>
  );
}

function headingOf(view: LiveView) {
  const { actions, refused } = followUp;
  if (view.state === 'refused') return refused.heading[view.reason];
  return actions[view.action][view.state === 'used' ? 'done' : 'confirm'];
}
