import { confluence, lanes, ownLane, scale, scaleRow } from '../../drawings/paths.ts';

export function Confluence() {
  return (
    <svg viewBox="0 0 600 420" preserveAspectRatio="none" aria-hidden="true">
      <path d={confluence} />
      <path className="keel-line" d="M0 210H600" />
    </svg>
  );
}

const pairsOfRows = Array.from({ length: 11 }, (_, i) => i * 50 - 20);

export function Scales() {
  return (
    <svg viewBox="0 0 600 460" preserveAspectRatio="xMaxYMid slice" aria-hidden="true">
      <defs>
        <g id="rows">
          <path d={scaleRow} />
          <path d={scaleRow} transform="translate(-50 25)" />
        </g>
      </defs>
      {pairsOfRows.map((y) => (
        <use key={y} href="#rows" y={y} />
      ))}
      <path className="keel-line" d={scale} transform="translate(400 230)" />
    </svg>
  );
}

/** As tall as its box whatever the width: the lanes run on to the right, out of the view. */
export function Lanes() {
  return (
    <svg className="lanes" viewBox="0 0 600 420" aria-hidden="true">
      <path d={lanes} />
      <path className="keel-line" d={ownLane} />
    </svg>
  );
}
