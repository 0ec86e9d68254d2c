interface Options {
  /** Color of the paths with the class `accent-line`. */
  accent: string;
  /** Of the element <svg>. */
  attributes: string;
}

const ownAttribute = /\s[\w-]+:[\w-]+\s*=\s*(?:"[^"]*"|'[^']*')/g;

/**
 * Returns the view box and the paths of an SVG file, which can stand in another. What drawing programs add, such
 * as a declaration, a size and attributes of their own, would make that malformed.
 */
export function redraw(svg: string, { accent, attributes }: Options): string {
  const [viewBox] = /\sviewBox\s*=\s*"[^"]*"/.exec(svg) ?? [];
  if (viewBox === undefined) return '';
  const paths = (svg.match(/<path[^>]*>/g) ?? []).map((path) =>
    path
      .replaceAll(ownAttribute, '')
      .replace(/(?<!\s)\s*\/?>$/, '/>')
      .replace('class="accent-line"', `stroke="${accent}" stroke-width="2"`),
  );
  const start = `<svg ${attributes} ${viewBox.trim()} fill="none" stroke="currentColor">`;
  return [start, ...paths.map((path) => `  ${path}`), '</svg>'].join('\n');
}
