import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import path from 'node:path';
import { toBrotli } from '../server/precompress.ts';
import { imageTypeOf, listen } from './own-site.ts';

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
};

/**
 * Serves the static pages of `folder` from memory, compressed, with their style sheet inlined, and
 * `photograph` in the place of theirs. Resolves to its origin.
 */
export async function serveReference(folder: string, photograph: Buffer): Promise<string> {
  const styles = readFileSync(path.join(folder, 'styles.css'), 'utf8');
  const bodies = new Map<string, Buffer>();
  for (const name of [...readdirSync(folder), ...fontsOf(folder)]) {
    if (!types[path.extname(name)]) continue;
    const body = readFileSync(path.join(folder, name));
    bodies.set(`/${name}`, name.endsWith('.html') ? await inlined(body, styles) : body);
  }

  bodies.set('/photo.png', photograph);

  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const body = bodies.get(pathname);
    if (!body) return void response.writeHead(404).end();
    const type = path.extname(pathname);
    response.writeHead(200, {
      'content-type': body === photograph ? imageTypeOf(body) : types[type],
      'content-length': body.byteLength,
      'cache-control': 'public, max-age=31536000',
      ...(type === '.html' && { 'content-encoding': 'br' }),
    });
    response.end(body);
  });
  return listen(server);
}

const fontsOf = (folder: string) =>
  existsSync(path.join(folder, 'fonts'))
    ? readdirSync(path.join(folder, 'fonts')).map((name) => `fonts/${name}`)
    : [];

const inlined = (html: Buffer, styles: string) =>
  toBrotli(
    Buffer.from(
      html
        .toString()
        .replace('<link rel="stylesheet" href="styles.css">', () => `<style>${styles}</style>`),
    ),
  );

if (import.meta.main) {
  const [folder = '', photograph = ''] = process.argv.slice(2);
  console.log(await serveReference(folder, readFileSync(photograph)));
}
