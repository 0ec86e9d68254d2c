import { firm } from '../../content/firm.ts';
import { titleBlock as copy } from '../../content/layout.ts';
import { useSiteData } from '../site-data.ts';
import { Definitions } from '../ui/definitions.tsx';
import { readTitle } from '../ui/read-drawing.ts';

/** The end of a page, as on a drawing. `drawing` is an SVG; what it or the firm lacks is left out. */
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
      {/* Replaced as a whole, because translators replace its text nodes. */}
      <Definitions key={sheet} list={cells} />
      <p>
        © {year} {copy.rights}
      </p>
    </div>
  );
}
