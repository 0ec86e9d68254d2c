import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { readThemeColors } from '../src/config/read-theme-colors.ts';
import { home } from '../src/content/home.ts';
import { readDrawing } from '../src/web/ui/read-drawing.ts';

/** File with the hash of what the icons and the image of link previews were drawn from. */
const hashFile = 'src/content/icons.sha256';

/** Reads what the icons and the image of link previews are drawn from. Drawings are SVG text. */
export function readIconSources() {
  const { ink, chalk, brass } = readThemeColors().mailColors;
  return {
    colors: { ink, chalk, brass },
    mark: readFileSync('src/content/mark.svg', 'utf8'),
    drawings: ['hero-frames', 'hero'].map(readContentDrawing),
    headline: home.hero.title,
  };
}

/** Reads a drawing. Empty if the content does not have it. */
function readContentDrawing(name: string): string {
  const file = `src/content/drawings/${name}.svg`;
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
}

export const writeIconHash = (): void => writeFileSync(hashFile, `${hashIconSources()}\n`);

/**
 * Warns if the mark, drawings, colors or headline changed after the icons were drawn. Not an error,
 * because drawing needs a browser.
 */
export function findOldIcons(): string[] {
  if (!existsSync(hashFile)) return [];
  if (readFileSync(hashFile, 'utf8').trim() === hashIconSources()) return [];
  return [
    `src/content/images: the icons and share.png show an earlier mark, drawing, color or headline: run "npm run icons". If you make these images yourself, delete ${hashFile}.`,
  ];
}

/** Hashes the paths of drawings alone, because their titles are not drawn. */
function hashIconSources(): string {
  const { mark, drawings, ...rest } = readIconSources();
  const drawn = JSON.stringify({ ...rest, drawn: [mark, ...drawings].map(readDrawing) });
  return createHash('sha256').update(drawn).digest('hex');
}
