import { accents, surfaces, tones } from '../../app/content/palette.ts';

const { onDark, onLight } = tones;

/** The report's custom properties: the firm's colours, by day and in the reader's dark scheme. */
export const reportColors = `:root {
  --ink: ${surfaces.ink};
  --glow: ${surfaces.glow};
  --brass: ${accents.brass};
  --chalk: ${onDark.text};
  --chalk-muted: ${onDark.muted};
  --hull: ${surfaces.lichen}80;
  --surface: ${surfaces.film.light};
  --text: ${onLight.text};
  --muted: ${onLight.muted};
  --line: ${onLight.line};
  --accent: ${onLight.accent};
  --on-time: ${surfaces.moss};
  --late: ${accents.brass};
  --late-line: ${onLight.accent};
  --waiting-line: ${onLight.fieldLine};
}
@media screen and (prefers-color-scheme: dark) {
  :root {
    --surface: ${surfaces.film.dark};
    --text: ${onDark.text};
    --muted: ${onDark.muted};
    --line: ${onDark.line};
    --accent: ${onDark.accent};
    --on-time: ${surfaces.lichen};
    --late-line: ${onDark.accent};
    --waiting-line: ${onDark.muted};
  }
}
`;
