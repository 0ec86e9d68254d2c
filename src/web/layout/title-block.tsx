import { firm } from '../../content/firm.ts';
import { titleBlock as copy } from '../../content/layout.ts';
import { useSiteData } from '../site-data.ts';
import { Definitions } from '../ui/definitions.tsx';
import { readTitle } from '../ui/read-drawing.ts';

/**
 * Title block at the end of a page, as on a drawing. `drawing`: SVG text. Facts that the drawing or
 * the firm lacks are left out.
 */
export function TitleBlock({ sheet, drawing }: { sheet: string; drawing: string }) {
  const { year } = useSiteData();
  const cells = [
    { term: copy.office, detail: firm.address?.lines.join(', ') },
    { term: copy.email, detail: <a href={`mailto:${firm.email}`}>{firm.email}</a> },
    { term: copy.drawing, detail: readTitle(drawing), className: 'is-short' },
    { term: copy.sheet, detail: sheet, className: 'is-short' },
  ];
  return (
    <div className="title-block">
      {/* The key replaces the whole list, because translators replace its text nodes. */}
      <Definitions key={sheet} list={cells} />
      <p>
        © {year} {copy.rights}
      </p>
    </div>
  );
}
