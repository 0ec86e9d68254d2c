import bodyPlan from '../../../content/drawings/body-plan.svg?raw';
import plan from '../../../content/drawings/half-breadth.svg?raw';
import { platform } from '../../../content/platform.ts';
import type { PageHandle } from '../../routes.ts';
import { Caption, Drawing } from '../../ui/drawing.tsx';
import { noBreakHyphens } from '../../ui/no-break-hyphens.tsx';
import { ClosingCall, QuestionTitle, Section, Sections } from '../../ui/sections.tsx';
import { Tabs } from '../../ui/tabs.tsx';

export const handle: PageHandle = { headerTheme: 'deep', meta: platform.meta, drawing: plan };

type Copy = typeof platform;

export const Component = () => (
  <Sections>
    <Hero {...platform.hero} />
    <Capabilities {...platform.enable} />
    <Steps {...platform.how} />
    <Audiences {...platform.value} />
    <Why {...platform.why} />
    <ClosingCall {...platform.closing} />
  </Sections>
);

/** Maximum length in characters. Longer names use a smaller font, to avoid the lede. */
const maxLargeNameLength = 4;

const Hero = ({ title, lede }: Copy['hero']) => (
  <section className="platform-hero theme-deep">
    <div className="container grid">
      <h1 className={title.length > maxLargeNameLength ? 'long-name' : undefined}>{title}</h1>
      <p className="lede">{lede}</p>
    </div>
    <Drawing preserveAspectRatio="none" svg={plan} />
    <div className="container">
      <Caption svg={plan} />
    </div>
  </section>
);

const Capabilities = ({ title, intro, capabilities }: Copy['enable']) => (
  <Section className="theme-film">
    <div className="grid">
      <h2 className="col-end-6">{title}</h2>
      <p className="lede muted col-start-6">{intro}</p>
    </div>
    <ul className="capabilities">
      {capabilities.map((capability, i) => (
        <li key={capability.title}>
          <Drawing svg={bodyPlan} accent={i} />
          <h3>{capability.title}</h3>
          <p className="muted">{noBreakHyphens(capability.text)}</p>
        </li>
      ))}
    </ul>
  </Section>
);

const Steps = ({ title, question, steps }: Copy['how']) => (
  <Section className="theme-paper" isGrid>
    <QuestionTitle className="col-end-6 sticky-title" question={question} title={title} />
    <ol className="steps col-start-6">
      {steps.map((step) => (
        <li key={step.title}>
          <h3>{step.title}</h3>
          <p className="muted">{step.text}</p>
        </li>
      ))}
    </ol>
  </Section>
);

function Audiences({ title, audiences }: Copy['value']) {
  const tabs = audiences.map(({ id, label, promise, points }) => ({
    id,
    label,
    panel: (
      <div className="grid">
        <p className="statement col-end-7">{promise}</p>
        <ul className="ticks col-start-8">
          {points.map((point) => (
            <li key={point}>{point}</li>
          ))}
        </ul>
      </div>
    ),
  }));
  return (
    <Section className="theme-ink">
      <h2>{title}</h2>
      <Tabs label={title} tabs={tabs} />
    </Section>
  );
}

const Why = ({ title, statement, text }: Copy['why'] & { statement?: string }) => (
  <Section className="theme-film" isGrid>
    <h2 className="col-end-6 sticky-title">{title}</h2>
    <div className="rationale col-start-6">
      {statement && <p className="statement">{statement}</p>}
      <p className="muted">{text}</p>
    </div>
  </Section>
);
