import { Tabs } from '../../components/tabs.tsx';
import type { platform } from '../../content/platform.ts';

type Words = (typeof platform)['value'];

export function Value({ title, audiences }: Words) {
  const tabs = audiences.map(({ id, label, promise, points }) => ({
    id,
    label,
    panel: (
      <div className="grid">
        <p className="statement lead-6">{promise}</p>
        <ul className="ticks trail-5">
          {points.map((point) => (
            <li key={point}>{point}</li>
          ))}
        </ul>
      </div>
    ),
  }));
  return (
    <section className="section ink">
      <div className="wrap">
        <h2>{title}</h2>
        <Tabs label={title} tabs={tabs} />
      </div>
    </section>
  );
}
