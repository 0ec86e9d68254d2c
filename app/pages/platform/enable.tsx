import { Unbroken } from '../../components/unbroken.tsx';
import type { platform } from '../../content/platform.ts';
import { ribs } from '../../drawings/paths.ts';

type Words = (typeof platform)['enable'];

export function Enable({ title, intro, capabilities }: Words) {
  return (
    <section className="section film">
      <div className="wrap">
        <div className="grid">
          <h2 className="lead-6">{title}</h2>
          <p className="muted trail-5">{intro}</p>
        </div>
        <ul className="capabilities">
          {capabilities.map(({ title, text }, i) => (
            <li key={title}>
              <Frame index={i} />
              <h3>{title}</h3>
              <p>
                <Unbroken text={text} />
              </p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

/** One of the hull's frames, drawn among the others. */
function Frame({ index }: { index: number }) {
  return (
    <svg viewBox="0 0 120 124" aria-hidden="true">
      <path d={`${ribs.filter((_, i) => i !== index).join('')}M4 112H116`} />
      <path className="keel-line" d={ribs[index]} />
    </svg>
  );
}
